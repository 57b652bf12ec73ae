import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';
import { ObservableValue } from '../../../client/observable.ts';
import { isCovered, useListener } from '../../ui/page/events.ts';

const key = 'singleKeys';

/** Whether keys without Ctrl, such as 1 to 9, do something on this device: speech input may press them by accident. */
export const singleKeys = new ObservableValue(keptOnDevice(key) !== 'off');

export function chooseSingleKeys(isChosen: boolean): void {
  singleKeys.set(isChosen);
  keepOnDevice(key, isChosen ? null : 'off');
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'keyCode' | 'repeat' | 'defaultPrevented'
>;

const isUsable = ({ isComposing, keyCode, repeat, defaultPrevented }: Pressed): boolean =>
  // 229: some browsers say so before they say that text is being composed
  !isComposing && keyCode !== 229 && !repeat && !defaultPrevented;

/** Ctrl+K or Cmd+K, by the letter of the keyboard's own layout. */
export const isPaletteKey = (event: Pressed): boolean =>
  isUsable(event) && event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** A key that types one character. Shift is how some layouts type digits and signs. */
export const isSingleKey = (event: Pressed): boolean =>
  isUsable(event) && [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;

/** Where keys belong to what has the focus, or to what is open over the page. */
const others =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="menu"], [role="listbox"]';

/** Calls `press` for keys pressed on the page itself. It says whether the key did something. */
export function useSingleKeys(press: (key: string) => boolean): void {
  useListener('keydown', (event) => {
    if (!singleKeys.get() || !isSingleKey(event) || isCovered()) return;
    if (event.target instanceof Element && event.target.closest(others)) return;
    if (press(event.key)) event.preventDefault();
  });
}
