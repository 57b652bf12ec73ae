import { expect, type Page } from '@playwright/test';

/** Checks that the page doesn't scroll sideways, and that none of its words are cut, beside the screen or over each other. */
export async function expectWhole(page: Page, what: string) {
  expect.soft(await page.evaluate(faults), what).toEqual([]);
}

/** Checks that what is pressed is at least 24 x 24 px, if it isn't in a line of text. */
export async function expectToHit(page: Page, what: string) {
  expect.soft(await page.evaluate(tooSmall), what).toEqual([]);
}

/** Runs in the page. */
function faults(): string[] {
  interface Words {
    readonly element: HTMLElement;
    readonly boxes: readonly DOMRect[];
  }
  const found: string[] = [];
  const root = document.documentElement;
  const wider = root.scrollWidth - root.clientWidth;
  if (wider > 0) found.push(`${wider} px wider than the screen`);

  const all: Words[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    // the chart says a word where there is room for it, and the table of the same page each; a card of a television in turn
    if (element?.closest('.timeline__chart, .tv-card__room')) continue;
    if (!element || !texts.currentNode.nodeValue?.trim() || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (boxes.length > 0) all.push({ element, boxes });
  }
  const said = ({ element }: Words) => `"${element.textContent?.trim().slice(0, 40)}" (${nameOf(element)})`;

  for (const words of all) {
    const by = words.boxes.map((box) => cutBy(words.element, box)).find((each) => each !== null);
    if (by) found.push(`${said(words)} is cut by ${by}`);
  }
  const flat = all.flatMap((words) => words.boxes.map((box) => ({ words, box })));
  flat.sort((one, other) => one.box.top - other.box.top);
  const over = new Set<string>();
  for (const [index, { words, box }] of flat.entries()) {
    for (let next = index + 1; next < flat.length; next++) {
      const other = flat[next];
      if (!other || other.box.top > box.bottom - 4) break;
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (width < 2 || height < 4 || layerOf(words.element) !== layerOf(other.words.element)) continue;
      if (words.element === other.words.element) continue;
      if (scrollerOf(words.element) !== scrollerOf(other.words.element)) continue;
      over.add(`${said(words)} is over ${said(other.words)}`);
    }
  }
  return [...found, ...over];

  function nameOf(element: Element): string {
    return element.className.toString().split(' ')[0] || element.tagName.toLowerCase();
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { clipPath } = getComputedStyle(each);
      if (clipPath === 'inset(50%)' || each.matches('[aria-hidden="true"].ql-clipboard')) return false;
    }
    return true;
  }

  /** What stands over the page: the one that an element is in. */
  function layerOf(element: Element): Element | null {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position) || each.matches('dialog'))
        return each;
    return null;
  }

  function scrollerOf(element: Element): Element | null {
    for (let each = element.parentElement; each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflow)) return each;
    return null;
  }

  /** What cuts a box of words: the screen, or an element that hides what stands out. Shortened on purpose is not cut. */
  function cutBy(element: Element, box: DOMRect): string | null {
    const inner = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    // what a dialog stands in cuts nothing of it
    const outer = element.closest('dialog:modal')?.parentElement ?? root;
    for (let each: Element | null = element; each && each !== outer; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = each.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX)) [inner.left, inner.right] = [edge.left, edge.right];
      else if (inner.left < edge.left - 1 || inner.right > edge.right + 1) return nameOf(each);
      if (/auto|scroll/.test(style.overflowY)) [inner.top, inner.bottom] = [edge.top, edge.bottom];
      else if (inner.top < edge.top - 3 || inner.bottom > edge.bottom + 3) return nameOf(each);
    }
    return inner.left < -1 || inner.right > root.clientWidth + 1 ? 'the screen' : null;
  }
}

/** What is smaller than 24 x 24 px, and neither in a line of text nor far from all others. Runs in the page. */
function tooSmall(): string[] {
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const clips = [element, element.parentElement ?? element].map(
        (each) => getComputedStyle(each).clipPath,
      );
      if (clips.includes('inset(50%)') || width < 2 || (width >= 24 && height >= 24)) return [];
      return `${element.className || element.tagName}: ${Math.round(width)} x ${Math.round(height)}`;
    });
}
