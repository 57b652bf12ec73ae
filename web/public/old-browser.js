// A browser that is too old reads why, not an empty page. In the JavaScript of 2009; the list is that of README.md.
(function () {
  var Dialog = window.HTMLDialogElement;
  var root = document.getElementById('root');
  if (Dialog && Dialog.prototype.showModal && String.prototype.replaceAll) return mend();
  var note = document.createElement('p');
  var list = 'Chrome 85, Edge 88, Firefox 98, Safari 15.4';
  var texts = {
    en: 'This browser is too old for Lineup. Please update it or use another: ' + list + ', or newer.',
    es: 'Este navegador es demasiado antiguo para Lineup. Actualízalo o usa otro: ' + list + ', o posterior.',
    fr:
      'Ce navigateur est trop ancien pour Lineup. Mettez-le à jour ou utilisez-en un autre\u00a0: ' +
      list +
      ', ou plus récent.',
    de: 'Dieser Browser ist zu alt für Lineup. Aktualisiere ihn oder nimm einen anderen: ' + list + ' oder neuer.',
    pt: 'Este navegador é antigo demais para o Lineup. Atualize-o ou use outro: ' + list + ', ou mais recente.',
  };
  var language = (navigator.language || 'en').slice(0, 2);
  note.lang = texts[language] ? language : 'en';
  note.textContent = texts[note.lang];
  note.style.cssText = 'max-width: 24em; margin: 0 auto; padding: 15vh 1em; font: 600 24px/1.5 sans-serif';
  if (window.innerWidth > 900) note.style.fontSize = '40px';
  // an app that started all the same goes on out of sight
  root.parentNode.replaceChild(note, root);

  // Nobody reloads a page on a wall that stays empty because its script didn't come, or failed.
  function mend() {
    var empty = 0;
    setInterval(function () {
      empty = root.firstChild || document.readyState !== 'complete' ? 0 : empty + 1;
      if (empty < 4) return;
      empty = 0;
      var request = new XMLHttpRequest();
      request.open('GET', '/healthz');
      request.onload = function () {
        if (request.status === 200) location.reload();
      };
      request.send();
    }, 5000);
  }
})();
