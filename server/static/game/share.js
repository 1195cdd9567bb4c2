// Taking the scores home: as a sheet for a spreadsheet program, and as a picture for the friends.

import { get } from '../api.js';
import { t } from '../i18n.js';
import { nameOf } from './kept.js';
import { scorePicture } from './picture.js';

const SOON = 30000;

/** Saves the sheet as a file. Throws ApiError. */
export async function saveSheet(session) {
  const text = await get(`/api/games/${session.id}/sheet.csv`, { token: session.token });
  // Read as text it has lost the mark by which spreadsheets know UTF-8.
  save(new Blob([`\ufeff${text.replace(/^\ufeff/, '')}`], { type: 'text/csv;charset=utf-8' }), `${fileName(session.state)}.csv`);
}

/** Hands the picture to the phone's own sharing; saves it where there is none. */
export async function sharePicture(state) {
  const blob = await scorePicture(state);
  const file = new File([blob], `${fileName(state)}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: nameOf(state) });
    } catch (error) {
      if (error.name !== 'AbortError') save(blob, file.name);
    }
  } else save(blob, file.name);
}

function fileName(state) {
  const name = nameOf(state).normalize('NFD').replace(/[^\w -]/g, '').trim().replace(/\s+/g, '-').slice(0, 40);
  return `${name || t('game.export.file')}-${state.created.slice(0, 10)}`;
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SOON);
}
