/* global document, localStorage */
(function applyChosenTheme() {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us (private windows): the system's theme it is.
  }
})();
