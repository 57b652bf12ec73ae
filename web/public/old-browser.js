// A browser that is too old reads why, not an empty page. In the JavaScript of 2009; the list is that of README.md.
(function () {
  var Dialog = window.HTMLDialogElement;
  if (Dialog && Dialog.prototype.showModal && String.prototype.replaceAll) return;
  var root = document.getElementById('root');
  var note = document.createElement('p');
  note.textContent =
    'This browser is too old for Lineup. Please update it or use another: Chrome 85, Edge 88, Firefox 98, Safari 15.4, or newer.';
  // an app that started all the same goes on out of sight
  root.parentNode.replaceChild(note, root);
})();
