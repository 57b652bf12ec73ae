import { ObservableValue } from '../../../client/observable.ts';

const key = 'singleKeys';

function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Whether keys without Ctrl, such as 1 to 9, do something on this device: speech input may press them by accident. */
export const singleKeys = new ObservableValue(isOn());

export function chooseSingleKeys(isChosen: boolean): void {
  singleKeys.set(isChosen);
  try {
    if (isChosen) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
