import { expect, type Page } from '@playwright/test';

/** Checks that what Tab comes to has an outline, and that nothing covers it, going forward and back. */
export async function expectFocusInSight(page: Page, what: string) {
  // from here on, the browser draws outlines
  await page.keyboard.press('Tab');
  expect.soft(await page.evaluate(atControls, { act: 'hidden' as const }), what).toEqual([]);
}

/**
 * Checks that Tab and Shift+Tab lead on from one control of each kind. Only a control that handles these keys itself can
 * keep somebody, which is a matter of its kind: those that are in `tried` need no second look.
 */
export async function expectNoTrap(page: Page, what: string, tried: Set<string>) {
  const kinds = await page.evaluate(atControls, { act: 'kinds' as const });
  for (const [index, kind] of kinds.entries()) {
    // within a date or a time, Tab goes from part to part
    if (tried.has(kind) || /^input (date|time)/.test(kind) || index === kinds.length - 1) continue;
    tried.add(kind);
    const isThere = () => page.evaluate(atControls, { act: 'has-focus' as const, index });
    await page.evaluate(atControls, { act: 'focus' as const, index });
    await page.keyboard.press('Tab');
    expect.soft(await isThere(), `${what}: Tab stays on ${kind}`).toEqual(['no']);
    await page.keyboard.press('Shift+Tab');
    expect.soft(await isThere(), `${what}: Shift+Tab doesn’t come back to ${kind}`).toEqual(['yes']);
  }
}

type Act = { act: 'hidden' } | { act: 'kinds' } | { act: 'focus' | 'has-focus'; index: number };

/** Runs in the page. */
async function atControls(asked: Act): Promise<string[]> {
  const modal = document.querySelector('dialog:modal') ?? document;
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';
  const controls = [...modal.querySelectorAll<HTMLElement>(focusable)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !each.matches(':disabled, [inert] *') &&
      !(each instanceof HTMLInputElement && isOtherOfGroup(each)),
  );
  if (asked.act === 'kinds') return controls.map(kindOf);
  if (asked.act !== 'hidden') {
    const control = controls[asked.index];
    if (asked.act === 'focus') control?.focus();
    return [control === document.activeElement ? 'yes' : 'no'];
  }
  const found = new Set<string>();
  const back = [...controls].reverse();
  for (const control of [...controls, ...back]) {
    if (!control.isConnected) continue;
    control.focus();
    control.dispatchEvent(new KeyboardEvent('keyup', { key: 'Tab', bubbles: true }));
    if (document.activeElement !== control || covers(control) === null) continue;
    // what reacts to the focus has its turn, too
    await twoFrames();
    const by = covers(control);
    if (by !== null && document.activeElement === control) found.add(by);
  }
  return [...found];

  /** Tab comes to the chosen one of a group, else to its first. */
  function isOtherOfGroup(input: HTMLInputElement): boolean {
    if (input.type !== 'radio' || input.checked) return false;
    const all = [...modal.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    const group = all.filter(({ name }) => name === input.name);
    return group.some(({ checked }) => checked) || group[0] !== input;
  }

  function kindOf(control: Element): string {
    const type = control.getAttribute('type') ?? '';
    return `${control.tagName.toLowerCase()} ${type} ${control.getAttribute('role') ?? ''} ${control.className}`;
  }

  function covers(element: HTMLElement): string | null {
    const box = element.getBoundingClientRect();
    const [width, height] = [Math.min(box.width, innerWidth), Math.min(box.height, innerHeight)];
    const at = [0.1, 0.5, 0.9];
    const points = at.flatMap((across) =>
      at.map((down) => [box.left + width * across, box.top + height * down]),
    );
    const label = element.closest('label');
    const covered = points.flatMap(([x = 0, y = 0]) => {
      const top = document.elementFromPoint(x, y);
      if (!top) return 'the edge of the screen';
      const isOwn = element.contains(top) || (top.contains(element) && !top.matches('html, body, main'));
      return isOwn || label?.contains(top) ? [] : top.className || top.tagName;
    });
    const shown = [
      element,
      ...element.querySelectorAll('*'),
      element.closest('label, .field, .notes-editor'),
    ];
    const styles = shown.flatMap((each) =>
      each ? [getComputedStyle(each), getComputedStyle(each, '::after')] : [],
    );
    // the browser draws the outline of the calendar's button in a field for a date
    const isDate = element.matches('input[type="date"]');
    const hasRing =
      isDate ||
      styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      );
    if (covered.length <= 2 && hasRing) return null;
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const by = hasRing ? [] : ['no outline'];
    return `"${name.trim().slice(0, 40)}" (${element.className || element.tagName}) at ${Math.round(box.top)}, ${Math.round(box.height)} high: ${[...new Set([...covered, ...by])].join(', ')} over ${covered.length} of 9`;
  }

  async function twoFrames(): Promise<void> {
    for (let frames = 0; frames < 2; frames++) {
      await new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      });
    }
  }
}
