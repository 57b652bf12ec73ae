// Where browsers know Trusted Types, our policy makes them refuse text as HTML or as the address of a script, unless this
// lets it pass. Only the notes editor makes elements from text: lists that are pasted from Word.

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      createHTML(html: string, type: string, sink: string): string | null;
      createScriptURL(address: string): string | null;
    },
  ): unknown;
}

/** Elements of text, which browsers parse alike wherever they are. */
const textElements = /^(a|b|br|div|em|h[1-6]|i|li|ol|p|s|span|strong|u|ul)$/;
const safeAddress = /^(https?|mailto|tel):/i;

/** The service worker, and those that plan the day. */
const workers = /^\/(service-worker|assets\/(seats|breaks)-worker-[\w-]{8})\.js$/;

/** The text with the elements that notes can have. A document parsed from text is inert: nothing in it runs or loads. */
function cleaned(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!textElements.test(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name !== 'href' || !safeAddress.test(value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (html, _, sink) => (sink.startsWith('DOMParser') ? html : cleaned(html)),
  createScriptURL: (address) => {
    const { origin, pathname, search } = new URL(address, location.href);
    return origin === location.origin && search === '' && workers.test(pathname) ? address : null;
  },
});
