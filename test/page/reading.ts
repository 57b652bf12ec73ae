export type Wanted = string | RegExp;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** As Playwright compares: a string is a part, in any case, unless it is to be exact. */
export function matches(text: string, wanted: Wanted, exact = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(plain(text));
  if (exact) return plain(text) === plain(wanted);
  return plain(text).toLowerCase().includes(plain(wanted).toLowerCase());
}

export const descriptionOf = (element: Element): string =>
  plain(textsOf(element, 'aria-describedby').join(' '));

const textsOf = (element: Element, reference: string): string[] =>
  (element.getAttribute(reference)?.split(/\s+/) ?? []).map(
    (id) => document.getElementById(id)?.textContent ?? '',
  );

export function wordsOf(element: Element): string {
  if (/^(script|style|noscript)$/.test(element.localName)) return '';
  return plain(element.textContent);
}

/** Whatever has a label like that. */
export function labeled(is: (label: string) => boolean): Element[] {
  const controls = [...document.querySelectorAll('label')].flatMap((label) =>
    is(label.textContent) ? [label.control ?? []].flat() : [],
  );
  const others = [...document.querySelectorAll('[aria-label], [aria-labelledby]')].filter((each) =>
    is(each.getAttribute('aria-label') ?? textsOf(each, 'aria-labelledby').join(' ')),
  );
  return [...new Set([...controls, ...others])];
}

/** As far as it can be known without styles. */
export function isShown(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each.hasAttribute('hidden') || (each as HTMLElement).style?.display === 'none') return false;
    if (each.localName === 'dialog' && !each.hasAttribute('open')) return false;
    const parent: Element | null = each.parentElement;
    const isFolded = parent?.localName === 'details' && !parent.hasAttribute('open');
    if (isFolded && each.localName !== 'summary') return false;
  }
  return element.isConnected && !(element.localName === 'input' && element.getAttribute('type') === 'hidden');
}

/** What React does after an event has been done. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
