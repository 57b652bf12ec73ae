import { getSignInOptions, type SignInOptions } from '../../../contract/auth.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { type Query, useQuery } from '../lists/use-list.ts';

/** The sign-in options in addition to the password. */
export const useSignInOptions = (): Query<SignInOptions> =>
  useQuery((client) => client.call(getSignInOptions, {}));

/** Browsers have passkeys on https addresses and on localhost only. */
export const hasPasskeys = (ways: SignInOptions | undefined): boolean =>
  ways?.passkeys === true && 'PublicKeyCredential' in window;

/** Browsers inside other apps have none, also at an address that supports them. */
export const whyNoPasskeys = (ways: SignInOptions): string =>
  sentence({ code: ways.passkeys ? 'passkey-no-browser' : 'passkey-unavailable' });
