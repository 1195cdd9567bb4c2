// Colours and size of type before anything is painted, so that nothing flashes: a script that the browser waits for, and
// no module, since those come after the first paint. settings.js goes on from here.

(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('pipwise.settings')) ?? {};
  } catch (error) {
    // Broken settings, or a browser that lends no storage: then as the phone has it.
    if (!(error instanceof SyntaxError || error instanceof DOMException)) throw error;
  }
  const isDark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.classList.toggle('large', kept.large === true);
})();
