// A sheet that comes up from the bottom edge, over the view: a modal dialog that Escape, the close button and a tap
// beside it close. The browser keeps the focus inside and gives it back to what had it.

import { h } from './dom.js';
import { t } from './i18n.js';
import { iconButton, newId } from './parts.js';

/** What ends each sheet that is open, the lowest first. */
const open = new Set();

/** Open a sheet with a title and content; `onClose()` is called once when it is gone. Returns {close, dialog}. */
export function openSheet({ title, body, onClose = () => {}, kind = '' }) {
  const id = newId('sheet');
  const back = document.activeElement;
  const dialog = h('dialog', { class: `sheet ${kind}`, 'aria-labelledby': id },
    h('div', { class: 'sheet-inner' },
      h('header', { class: 'sheet-head' }, h('h2', { id, text: title }),
        iconButton('close', t('app.close'), () => dialog.close())),
      h('div', { class: 'sheet-body' }, body)));
  const gone = () => {
    if (!open.delete(gone)) return;
    dialog.close();
    dialog.remove();
    onClose();
    if (back?.isConnected) back.focus({ preventScroll: true });
  };
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', gone);
  document.body.append(dialog);
  dialog.showModal();
  open.add(gone);
  return { close: () => dialog.close(), dialog };
}

/** Close every sheet at once, the uppermost first, each as if a person had closed it. */
export function closeSheets() {
  for (const gone of [...open].reverse()) gone();
}

/** Ask whether to do something that cannot be taken back; resolves to true or false. */
export function confirmSheet({ title, text, yes, danger = true }) {
  return new Promise((resolve) => {
    let answer = false;
    const say = (value) => () => { answer = value; sheet.close(); };
    const sheet = openSheet({
      title,
      body: [h('p', { text }), h('div', { class: 'buttons' },
        h('button', { type: 'button', class: 'button plain', text: t('app.cancel'), on: { click: say(false) } }),
        h('button', { type: 'button', class: `button ${danger ? 'danger' : 'primary'}`, text: yes,
          on: { click: say(true) } }))],
      onClose: () => resolve(answer),
    });
  });
}
