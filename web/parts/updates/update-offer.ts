import { ObservableValue } from '../../../client/observable.ts';

/** Installs the newer version. False where another page of this browser has something unsaved. */
export type InstallUpdate = () => Promise<boolean>;

/** A newer version of the app that this page can change to; null where there is none. */
export const updateOffer = new ObservableValue<InstallUpdate | null>(null);
