import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';

const key = 'kiosk';

/** Whether this device was a shared tablet when it last knew who it was: revoked, it shows a code again. */
export const wasKiosk = (): boolean => keptOnDevice(key) !== null;

export const rememberKiosk = (isKiosk: boolean): void => keepOnDevice(key, isKiosk ? 'yes' : null);
