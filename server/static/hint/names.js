// What the seats of a table and their trains are called: by their names, by the numbers that stand on a photo, or by the
// order of the seats where there is no photo.

import { t } from '../i18n.js';
import { signOf } from './seen.js';

const A = 'A'.charCodeAt(0);

/** The words for each of `count` Mexican trains: {train, where}. */
export function mexicanWords(count) {
  if (count === 1) return [{ train: t('hint.mexican'), where: t('hint.on_mexican') }];
  return Array.from({ length: count }, (_, k) => ({
    train: t('hint.mexican_n', { n: k + 1 }), where: t('hint.on_mexican_n', { n: k + 1 }),
  }));
}

/** The words for each seat: {row, player, train, where}: in the list of trains, for who sits there, for the train, and
 * for a tile that is laid on it. `work`: the table in the photo, or null. A number always means the train with that
 * number in the photo, so seats without one there have letters. */
export function seatWords(table, work = null) {
  let letters = 0;
  return table.names.map((name, seat) => {
    if (seat === 0) {
      const train = t('hint.your_train');
      return { row: train, player: t('hint.you'), train, where: t('hint.on_yours') };
    }
    const sign = signOf(work, table.trains[seat].seen);
    if (!sign) {
      const player = name || t('hint.player', { n: work ? String.fromCharCode(A + letters) : seat + 1 });
      if (!name) letters += 1;
      return { row: player, player, train: t('hint.train_of', { name: player }), where: t('hint.on_train_of', { name: player }) };
    }
    const number = sign.label;
    const train = name ? t('hint.train_named', { number, name }) : t('table.name.personal', { number });
    return {
      row: train, player: name || t('hint.player_of_train', { number }), train,
      where: name ? t('hint.on_train_named', { number, name }) : t('hint.on_train', { number }),
    };
  });
}
