// Where browsers know Trusted Types, our policy makes them refuse text as HTML or as the address of a script, unless this
// lets it pass. Only the notes editor makes elements from text: what is pasted.

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      createHTML(html: string, type: string, sink: string): string | null;
      createScriptURL(address: string): string | null;
    },
  ): unknown;
}

/** A document parsed from text is inert: nothing in it runs or loads. */
function isHarmless(html: string): boolean {
  const { body, head } = new DOMParser().parseFromString(html, 'text/html');
  return [...head.querySelectorAll('*'), ...body.querySelectorAll('*')].every(
    (element) =>
      !/^(script|iframe|object|embed|base|link|meta|style|template)$/.test(element.localName) &&
      [...element.attributes].every(
        ({ name, value }) => !/^(on|srcdoc|style)/i.test(name) && !/^\s*(javascript|data):/i.test(value),
      ),
  );
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (html, _, sink) => (sink.startsWith('DOMParser') || isHarmless(html) ? html : null),
  createScriptURL: (address) =>
    new URL(address, location.href).href === new URL('/service-worker.js', location.href).href
      ? address
      : null,
});
