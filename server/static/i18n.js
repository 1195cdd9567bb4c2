// The words of the page: catalogues in lang/CODE/PART.json, flat keys, `PART.key`; `{name}` stands for a parameter.
// A key with forms for numbers is written key.one, key.other, …, chosen by the parameter `n`.

export const LANGUAGES = { en: 'English', da: 'Dansk', hu: 'Magyar', es: 'Español' };
const PARTS = ['app', 'score', 'table', 'hint', 'live', 'game', 'rules'];

let code = 'en';
let words = {};
let plurals = new Intl.PluralRules('en');
const listeners = new Set();

/** The words of a language could not be fetched. */
export class LanguageLost extends Error {}

/** The language that the browser asks for, as far as the page speaks it. */
export function browserLanguage() {
  const wanted = (navigator.languages ?? [navigator.language]).map((one) => one.toLowerCase().split('-')[0]);
  return wanted.find((one) => one in LANGUAGES) ?? 'en';
}

/** Load the catalogues of a language and make it the one of the page. Rejects with LanguageLost, the old one staying, if
 * they cannot be fetched; resolves when everybody who listens has drawn anew. */
export async function loadLanguage(wanted) {
  const next = wanted in LANGUAGES ? wanted : 'en';
  const parts = await Promise.all(PARTS.map((part) => catalogue(next, part)));
  words = Object.assign({}, ...parts.map((one, k) => prefixed(PARTS[k], one)));
  code = next;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  await Promise.all([...listeners].map((listener) => listener(code)));
}

async function catalogue(language, part) {
  const name = `lang/${language}/${part}.json`;
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (answer.ok) return await answer.json();
    throw new LanguageLost(`${name}: ${answer.status}`);
  } catch (error) {
    // So browsers tell that the server is away, and that an answer ends halfway.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    throw new LanguageLost(name, { cause: error });
  }
}

function prefixed(part, entries) {
  return Object.fromEntries(Object.entries(entries).map(([key, text]) => [`${part}.${key}`, text]));
}

/** The text of `PART.key` with its parameters filled in; numbers are written as the language writes them. */
export function t(key, params = {}) {
  const text = words[key] ?? words[`${key}.${plurals.select(Number(params.n))}`] ?? words[`${key}.other`];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? shown(params[name]) : whole));
}

/** Whether there is a text for the key. */
export function knows(key) {
  return key in words || `${key}.other` in words;
}

function shown(value) {
  return typeof value === 'number' ? number(value) : String(value);
}

/** A number as the language writes it. */
export function number(value, options = { maximumFractionDigits: 1 }) {
  return new Intl.NumberFormat(code, options).format(value);
}

/** Several things as one phrase: `a, b and c`. */
export function list(things) {
  return new Intl.ListFormat(code, { type: 'conjunction' }).format(things.map(String));
}

/** The code of the page's language. */
export function language() {
  return code;
}

/** Call `listener(code)` after each change of language; returns a function that ends that. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
