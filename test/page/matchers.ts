import { expect } from 'vitest';
import { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { descriptionOf, isShown, matches, type Wanted, wordsOf } from './reading.ts';

type Texts = Wanted | readonly Wanted[];

interface PageMatchers {
  toBeVisible(): Promise<void>;
  toBeHidden(): Promise<void>;
  toBeFocused(): Promise<void>;
  toBeChecked(): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  toHaveValue(value: Wanted): Promise<void>;
  toHaveText(text: Texts): Promise<void>;
  toContainText(text: Texts): Promise<void>;
  toHaveAttribute(name: string, value?: Wanted): Promise<void>;
  toHaveClass(name: Wanted): Promise<void>;
  toHaveAccessibleDescription(description: Wanted): Promise<void>;
  /** By its path alone, or all of it. */
  toHaveURL(address: string | RegExp | ((address: URL) => boolean)): Promise<void>;
  toHaveTitle(title: Wanted): Promise<void>;
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends PageMatchers {}
}

const equals = (text: string, wanted: Wanted) => matches(text, wanted, true);

/** Whether the one element found is so; all of several, where several are asked about. */
const one = (is: (element: HTMLInputElement) => boolean) => (locator: Locator) => {
  const found = locator.elements();
  return found.length === 1 && is(found[0] as HTMLInputElement);
};

const texts =
  (fits: (text: string, wanted: Wanted) => boolean) =>
  (locator: Locator, wanted: Texts): boolean => {
    const found = locator.elements().map(wordsOf);
    if (!Array.isArray(wanted)) return found.length === 1 && fits(found[0] as string, wanted as Wanted);
    return found.length === wanted.length && found.every((text, index) => fits(text, wanted[index]));
  };

/** With others between, before and after. */
function containsInOrder(locator: Locator, wanted: readonly Wanted[]): boolean {
  const found = locator.elements().map(wordsOf);
  let at = -1;
  return wanted.every((each) => {
    at = found.findIndex((text, index) => index > at && matches(text, each));
    return at >= 0;
  });
}

const ofLocator: Record<string, (locator: Locator, ...wanted: never[]) => boolean> = {
  toBeVisible: one(isShown),
  toBeHidden: (locator) => !locator.elements().some(isShown),
  toBeFocused: one((element) => element === document.activeElement),
  toBeChecked: one((element) => element.checked || element.getAttribute('aria-checked') === 'true'),
  toBeDisabled: one((element) => element.disabled),
  toBeEnabled: one((element) => !element.disabled),
  toHaveCount: (locator, count: number) => locator.elements().length === count,
  toHaveValue: (locator, value: Wanted) =>
    one((element) => (value instanceof RegExp ? value.test(element.value) : element.value === value))(
      locator,
    ),
  toHaveText: texts(equals),
  toContainText: (locator, wanted: Texts) =>
    Array.isArray(wanted) ? containsInOrder(locator, wanted) : texts(matches)(locator, wanted),
  toHaveAttribute: (locator, name: string, value?: Wanted) =>
    one((element) => {
      const text = element.getAttribute(name);
      return text !== null && (value === undefined || equals(text, value));
    })(locator),
  toHaveClass: (locator, name: Wanted) =>
    one(({ className }) =>
      name instanceof RegExp ? name.test(className) : className.split(' ').includes(name),
    )(locator),
  toHaveAccessibleDescription: (locator, text: Wanted) =>
    one((element) => equals(descriptionOf(element), text))(locator),
};

function addressIs(wanted: string | RegExp | ((address: URL) => boolean)): boolean {
  if (typeof wanted === 'function') return wanted(new URL(location.href));
  return wanted instanceof RegExp
    ? wanted.test(location.href)
    : new URL(wanted, location.href).href === location.href;
}

const ofPage: Record<string, (page: Page, ...wanted: never[]) => boolean> = {
  toHaveURL: (_, wanted: string | RegExp | ((address: URL) => boolean)) => addressIs(wanted),
  toHaveTitle: (_, title: Wanted) => equals(document.title, title),
};

for (const [name, is] of Object.entries({ ...ofLocator, ...ofPage })) {
  expect.extend({
    async [name](subject: Locator | Page, ...wanted: unknown[]) {
      const page = subject instanceof Locator ? subject.page() : subject;
      const pass = await page.becomes(() => is(subject as never, ...(wanted as never[])), !this.isNot);
      const what = subject instanceof Locator ? subject.what : location.href;
      const found =
        subject instanceof Locator
          ? subject.elements().map((each) => (each as HTMLElement).outerHTML.slice(0, 500))
          : [];
      return {
        pass,
        message: () =>
          `${what}: ${this.isNot ? 'not ' : ''}${name} ${wanted.map(String).join(', ')}\nFound: ${found.join('\n') || 'nothing'}`,
      };
    },
  });
}

export { expect };
