import { queryAllByRole } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { topDialog } from './dialogs.ts';
import { isShown, labeled, matches, settled, type Wanted, wordsOf } from './reading.ts';

type ByText = { readonly exact?: boolean };
type ByRole = ByText & {
  readonly name?: Wanted;
  readonly level?: number;
  readonly pressed?: boolean;
  readonly checked?: boolean;
  readonly expanded?: boolean;
  readonly selected?: boolean;
};
type Filter = { readonly hasText?: Wanted; readonly hasNotText?: Wanted; readonly has?: Locator };

/** What a page has for its parts: hands, and patience. */
export interface Around extends Locator {
  readonly user: UserEvent;
  readonly keyboard: { press(keys: string): Promise<void>; type(text: string): Promise<void> };
  becomes(is: () => boolean, wanted?: boolean): Promise<boolean>;
  until(is: () => boolean, what: string): Promise<void>;
}

/** Parts of the page, found again at each use, with the names and the meaning that journeys know from Playwright. */
export class Locator {
  readonly #page: Around;
  readonly #find: () => Element[];
  readonly what: string;

  constructor(page: Around, what: string, find: () => Element[]) {
    this.#page = page;
    this.what = what;
    this.#find = find;
  }

  page(): Around {
    return this.#page;
  }

  elements(): Element[] {
    return this.#find();
  }

  getByRole(role: string, { name, exact, ...options }: ByRole = {}): Locator {
    const isNamed = (text: string) => name === undefined || matches(text, name, exact);
    return this.#in(`${role} ${name ?? ''}`, (root) => {
      const found: Element[] = queryAllByRole(root as HTMLElement, role, {
        ...options,
        hidden: true,
        ...(name !== undefined && { name: isNamed }),
      });
      // which have no role in the standard, and are text fields for Playwright
      if (role === 'textbox')
        found.push(
          ...labeled(isNamed).filter((each) => root.contains(each) && each.matches('[type="password"]')),
        );
      return found.filter((each) => isShown(each) && each.closest('[aria-hidden="true"]') === null);
    });
  }

  getByText(text: Wanted, { exact }: ByText = {}): Locator {
    const has = (element: Element) => matches(wordsOf(element), text, exact);
    return this.#in(`text ${text}`, (root) =>
      [root, ...root.querySelectorAll('*')].filter((each) => has(each) && ![...each.children].some(has)),
    );
  }

  getByLabel(text: Wanted, { exact }: ByText = {}): Locator {
    return this.#in(`label ${text}`, (root) =>
      labeled((label) => matches(label, text, exact)).filter((each) => root.contains(each)),
    );
  }

  locator(selector: string, filter: Filter = {}): Locator {
    return this.#in(selector, (root) => [...root.querySelectorAll(selector)]).filter(filter);
  }

  filter({ hasText, hasNotText, has }: Filter): Locator {
    return this.#where((each) => {
      if (hasText !== undefined && !matches(wordsOf(each), hasText)) return false;
      if (hasNotText !== undefined && matches(wordsOf(each), hasNotText)) return false;
      return has === undefined || has.elements().some((inner) => inner !== each && each.contains(inner));
    });
  }

  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);

  nth(index: number): Locator {
    return new Locator(this.page(), `${this.what} (${index})`, () =>
      [this.#find().at(index)].filter((each) => each !== undefined),
    );
  }

  or(other: Locator): Locator {
    return new Locator(this.page(), `${this.what} or ${other.what}`, () => [
      ...new Set([...this.#find(), ...other.elements()]),
    ]);
  }

  async click(): Promise<void> {
    const element = await this.#usable();
    await this.page().user.click(element);
  }

  tap = (): Promise<void> => this.click();

  async dblclick(): Promise<void> {
    await this.page().user.dblClick(await this.#usable());
  }

  async hover(): Promise<void> {
    await this.page().user.hover(await this.#usable());
  }

  async focus(): Promise<void> {
    ((await this.#one()) as HTMLElement).focus();
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await this.page().keyboard.press(keys);
  }

  async check(): Promise<void> {
    const element = (await this.#usable()) as HTMLInputElement;
    if (!element.checked) await this.page().user.click(element);
  }

  async uncheck(): Promise<void> {
    const element = (await this.#usable()) as HTMLInputElement;
    if (element.checked) await this.page().user.click(element);
  }

  /** All of the text in one event, like pasting. */
  async fill(text: string): Promise<void> {
    const element = (await this.#usable()) as HTMLInputElement;
    element.focus();
    await settled();
    const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    await settled();
  }

  clear = (): Promise<void> => this.fill('');

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.page().keyboard.type(text);
  }

  /** By its value or its text, or by its place. */
  async selectOption(wanted: string | { readonly index?: number; readonly label?: string }): Promise<void> {
    const select = (await this.#usable()) as HTMLSelectElement;
    const isWanted = (option: HTMLOptionElement, index: number) =>
      typeof wanted === 'string'
        ? option.value === wanted || option.text === wanted
        : index === wanted.index || option.text === wanted.label;
    const find = () => [...select.options].filter(isWanted);
    await this.page().until(
      () => find().length === 1,
      `the option ${JSON.stringify(wanted)} of ${this.what}`,
    );
    await this.page().user.selectOptions(select, find());
  }

  async setInputFiles(...files: File[]): Promise<void> {
    await this.page().user.upload((await this.#one()) as HTMLInputElement, files);
  }

  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value;
  }

  async textContent(): Promise<string> {
    return (await this.#one()).textContent;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name);
  }

  async evaluate<Result>(run: (element: Element) => Result): Promise<Result> {
    return run(await this.#one());
  }

  async count(): Promise<number> {
    return this.#find().length;
  }

  /** Waits for one element alone. */
  async #one(): Promise<Element> {
    await this.page().until(() => this.#find().length > 0, this.what);
    const found = this.#find();
    if (found.length > 1) throw new Error(`${found.length} elements are ${this.what}`);
    return found[0] as Element;
  }

  async #usable(): Promise<Element> {
    const isFree = (element: Element) => {
      const dialog = topDialog();
      return (
        isShown(element) &&
        !(element as HTMLButtonElement).disabled &&
        (dialog?.contains(element) ?? element.closest('[inert]') === null)
      );
    };
    await this.page().until(() => {
      const found = this.#find();
      return found.length > 1 || (found[0] !== undefined && isFree(found[0]));
    }, `${this.what}, to be used`);
    return this.#one();
  }

  #in(what: string, find: (root: Element) => Element[]): Locator {
    return new Locator(this.page(), `${this.what} ${what}`.trim(), () => [
      ...new Set(this.#find().flatMap(find)),
    ]);
  }

  #where(is: (element: Element) => boolean): Locator {
    return new Locator(this.page(), this.what, () => this.#find().filter(is));
  }
}
