// Setting up a game: rules, players, photos.

import { newKey, post } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { card, iconButton } from '../parts.js';
import { settings } from '../settings.js';
import { read, write } from '../store.js';
import { sentence } from './errors.js';
import { keepGame, nameOf } from './kept.js';
import { markName, namesProblem, playersForm } from './players-form.js';
import { loadRules, optionName, presetName, valueOf, valueWords, withPreset } from './rules.js';
import { rulesForm } from './rules-form.js';

const DRAFT = 'new-game';
const EMPTY = { name: '', players: ['', '', ''], mine: 0, keepPhotos: false };

/** The form into `container`; `onCreated(kept, state)` when the server has made the game. */
export async function showCreate(container, { onCreated, onBack, draft = null }) {
  clear(container);
  const status = h('p', { role: 'status', class: 'soft' }, t('game.loading'));
  container.append(status);
  let known;
  try {
    known = await loadRules();
  } catch (error) {
    clear(container);
    container.append(h('p', { role: 'alert', class: 'problem' }, sentence(error)),
      h('button', { class: 'button primary', on: { click: () => showCreate(container, { onCreated, onBack, draft }) } },
        t('app.retry')),
      h('button', { class: 'button plain', on: { click: onBack } }, t('app.back')));
    return;
  }
  clear(container);
  container.append(form(known, { ...EMPTY, rules: usualRules(), ...read(DRAFT, {}), ...draft }, onCreated, onBack));
}

/** The rules that the person has chosen as the usual ones, the set among them. */
function usualRules() {
  const { rules, set } = settings();
  return set === 12 ? rules : { ...rules, changes: { ...rules.changes, highest: set } };
}

function form(known, start, onCreated, onBack) {
  let draft = start;
  let key = null;
  const problem = h('p', { class: 'problem', role: 'alert' });
  const wrongNames = h('p', { class: 'problem', role: 'alert', id: 'wrong-names' });
  const summary = h('span', { class: 'rules-summary' });
  const cards = h('div', { class: 'presets', role: 'radiogroup', 'aria-label': t('game.create.preset') });
  const submit = h('button', { class: 'button primary wide', type: 'submit' }, t('game.create.do'));

  function keep(change) {
    draft = { ...draft, ...change };
    key = null;
    write(DRAFT, draft);
    problem.textContent = '';
    wrongNames.textContent = '';
  }

  function setRules(rules) {
    keep({ rules });
    drawSummary();
  }

  function drawSummary() {
    const { rules } = draft;
    const names = Object.keys(rules.changes);
    clear(summary);
    summary.append(names.length ? t('game.create.changed', { n: names.length }) : t('game.create.unchanged'));
    const set = valueWords('highest', valueOf(rules, known.presets, 'highest'));
    const rounds = valueWords('rounds', valueOf(rules, known.presets, 'rounds'));
    facts.textContent = `${set} · ${optionName('rounds')}: ${rounds}`;
  }

  function drawCards() {
    clear(cards);
    cards.append(...known.presets.map(({ name }) =>
      h('label', { class: 'preset' },
        h('input', { type: 'radio', name: 'preset', value: name, checked: name === draft.rules.preset,
          on: { change: () => {
            setRules(withPreset(draft.rules, known.presets, name));
            house.show(draft.rules);
          } } }),
        h('span', { class: 'preset-name' }, presetName(name)),
        h('span', { class: 'preset-text' }, t(`rules.preset.${name}.text`)))));
  }

  const facts = h('p', { class: 'soft rules-facts' });
  const house = rulesForm(known, draft.rules, setRules);
  drawCards();
  drawSummary();

  async function create(event) {
    event.preventDefault();
    const wrong = namesProblem(draft.players);
    problem.textContent = '';
    wrongNames.textContent = wrong?.words ?? '';
    if (wrong) {
      markName(event.target, wrong.index, wrongNames);
      return;
    }
    submit.disabled = true;
    key ??= newKey();
    const players = draft.players.map((name) => name.trim());
    const name = draft.name.trim();
    const body = { ...(name ? { name } : {}), rules: draft.rules, players, host_seat: draft.mine,
      keep_photos: draft.keepPhotos };
    try {
      const made = await post('/api/games', body, { key });
      write(DRAFT, { ...draft, name: '' });
      const kept = keepGame({ id: made.game.id, name: nameOf(made.game), seat: draft.mine, hostToken: made.host_token,
        seatToken: made.seat_token });
      onCreated(kept, made.game);
    } catch (error) {
      problem.textContent = sentence(error);
      submit.disabled = false;
      submit.scrollIntoView({ block: 'nearest' });
    }
  }

  return h('form', { class: 'create', on: { submit: create }, novalidate: true },
    h('div', { class: 'title-row' },
      iconButton('back', t('app.back'), onBack),
      h('h1', { tabindex: -1 }, t('game.create.title'))),
    card(t('game.create.rules'),
      cards,
      facts,
      h('details', { class: 'house', open: Object.keys(draft.rules.changes).length > 0 },
        h('summary', {}, h('span', {}, t('game.create.house')), summary),
        house.element)),
    card(t('game.create.players'),
      h('p', { class: 'soft' }, t('game.create.players.help')),
      playersForm(draft.players, draft.mine, keep), wrongNames),
    card(null,
      h('label', { for: 'game-name' }, t('game.create.name')),
      h('input', { id: 'game-name', type: 'text', maxlength: 60, autocomplete: 'off', value: draft.name,
        placeholder: t('game.create.name.example'), on: { input: (event) => keep({ name: event.target.value }) } }),
      h('label', { class: 'check' },
        h('input', { type: 'checkbox', checked: draft.keepPhotos, 'aria-describedby': 'keep-photos-help',
          on: { change: (event) => keep({ keepPhotos: event.target.checked }) } }),
        t('game.create.photos')),
      h('p', { class: 'soft', id: 'keep-photos-help' }, t('game.create.photos.help'))),
    problem,
    submit);
}
