// The table of a hint by photo: taken, read, what is in doubt confirmed; or the one that the Table view has read.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button } from '../parts.js';
import { photoButton } from '../photo.js';
import { openBoard } from '../table/board.js';
import { handQuestion, keepTaken, takeTable } from '../table/taking.js';
import { mineQuestion } from '../table/trains.js';
import { keptTable, tablePhoto } from '../table/work.js';

/** The part of the view that holds the photo. `play()`: rules and set of the table. `onTable(work, photo)` is called when
 * a table was read or chosen, `onChange()` when it was corrected, `onLeave()` when a person taps the ends instead.
 * Returns {node, take(blob), use(), leave(), work(), photo(), redraw(), check(), end()}. */
export function tablePhotoPart({ play, onTable, onChange, onLeave }) {
  const node = h('div', { class: 'stack' });
  let work = null;
  let photo = null;
  let board = null;
  let end = () => {};

  function take(blob) {
    return keepTaken(blob, (image) => {
      leave();
      const heading = h('h2');
      const place = h('div', { class: 'stack' });
      node.append(heading, place);
      end = takeTable(place, { photo: image, play: play(),
        onState: (failure) => { heading.textContent = t(failure ?? 'table.reading_title'); },
        onCancel: () => { leave(); onLeave(); },
        onWork: (found, read) => { show(found, read); onTable(found, read); } });
    });
  }

  function show(found, image) {
    leave();
    work = found;
    photo = image;
    const question = h('div');
    const drawQuestion = () => {
      const personal = work.trains().filter(({ train, branch }) => train.kind === 'personal' && !branch);
      clear(question).append(work.asked || personal.length === 0 ? ''
        : mineQuestion(work, personal, () => { work.keep(); board.draw(); drawQuestion(); onChange({ owner: true }); }));
    };
    const hand = handQuestion({ photo, work });
    board = openBoard({ photo, work, onChange: () => { drawQuestion(); hand.draw(); onChange({}); } });
    drawQuestion();
    const { verdict, stage, findings, notes } = board.nodes;
    node.append(verdict, hand.node, stage, findings, notes, question, h('div', { class: 'buttons' },
      photoButton(t('score.new'), take), button(t('hint.tap_ends'), () => { leave(); onLeave(); }, { sign: 'keypad' })));
    end = board.end;
  }

  function leave() {
    end();
    end = () => {};
    work = null;
    photo = null;
    board = null;
    clear(node);
  }

  return {
    node, take, leave,
    /** Show the table that was read last; answers whether there is one. */
    async use() {
      const [kept, image] = [keptTable(), await tablePhoto()];
      if (!kept || !image) return false;
      show(kept, image);
      return true;
    },
    work: () => work,
    photo: () => photo,
    redraw: () => board?.draw(),
    /** Ask about the tiles that are in doubt. */
    check: () => board?.check(),
    end: () => end(),
  };
}
