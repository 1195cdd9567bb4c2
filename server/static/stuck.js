// What stands there when app.js, or a module that it imports, does not arrive or is broken: a sentence and a way on instead
// of an empty page. A script of the old kind that needs nothing else, since nothing else can be counted on then.

(() => {
  const WORDS = {
    en: ['A part of the page could not be loaded. Load it again; if that does not help, check that this phone is in the '
      + 'same network and that Pipwise is still running.', 'Load again'],
    da: ['En del af siden kunne ikke hentes. Indlæs den igen; hvis det ikke hjælper, så se efter, at telefonen er på samme '
      + 'netværk, og at Pipwise stadig kører.', 'Indlæs igen'],
    hu: ['Az oldal egy része nem töltődött be. Töltsd be újra; ha ez nem segít, nézd meg, hogy a telefon ugyanazon a '
      + 'hálózaton van-e, és hogy a Pipwise fut-e még.', 'Újratöltés'],
    es: ['No se pudo cargar una parte de la página. Vuelve a cargarla; si no sirve, comprueba que este teléfono está en la '
      + 'misma red y que Pipwise sigue funcionando.', 'Volver a cargar'],
  };

  /** The language that a person has chosen, else the one that the browser asks for, as far as there are words in it. */
  function language() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem('pipwise.settings'));
    } catch (error) {
      // Broken settings, or a browser that lends no storage.
      if (!(error instanceof SyntaxError || error instanceof DOMException)) throw error;
    }
    const wanted = [kept?.language, ...(navigator.languages ?? [navigator.language])];
    return wanted.map((one) => String(one).toLowerCase().split('-')[0]).find((one) => Object.hasOwn(WORDS, one)) ?? 'en';
  }

  function element(tag, props, ...children) {
    const node = Object.assign(document.createElement(tag), props);
    node.append(...children);
    return node;
  }

  function tell() {
    const view = document.getElementById('view');
    // Once something stands there, the page has begun, and tells what is wrong by itself.
    if (view.firstChild || document.getElementById('tabs').firstChild) return;
    const lang = language();
    const [sentence, again] = WORDS[lang];
    const press = element('button', { type: 'button', className: 'button primary', textContent: again });
    press.addEventListener('click', () => location.reload());
    const told = element('div', { className: 'note error' },
      element('div', {}, element('p', { textContent: sentence }), press));
    told.setAttribute('role', 'alert');
    view.className = 'view';
    view.append(element('div', { className: 'stack', lang }, element('h1', { textContent: 'Pipwise' }), told));
  }

  // That a script did not come is told to the script alone, and so is heard on the way down; what is wrong in it, here.
  window.addEventListener('error', ({ target }) => {
    if (target !== window && target.id !== 'app') return;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell);
    else tell();
  }, true);
})();
