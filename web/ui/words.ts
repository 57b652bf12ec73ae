/** The few texts that building blocks have of their own. */
type UiWord = 'and-current' | 'close' | 'dismiss' | 'loading' | 'loading-now' | 'messages' | 'now-is';

let textOf = (word: UiWord): string => word;

/** What the blocks say, in the person's language. Called before anything is shown. */
export function provideUiWords(by: (word: UiWord) => string): void {
  textOf = by;
}

export const uiWord = (word: UiWord): string => textOf(word);
