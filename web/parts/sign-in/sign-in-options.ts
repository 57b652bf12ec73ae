import { signInOptions } from '../../../client/calls/sign-in.ts';
import type { SignInOptions } from '../../../contract/auth.ts';
import { type Query, useQuery } from '../lists/use-query.ts';

/** What can be done here beside signing in with the password. */
export const useSignInOptions = (): Query<SignInOptions> => useQuery(signInOptions);

/** Browsers have passkeys on https addresses and on localhost only. */
export const hasPasskeys = (ways: SignInOptions | undefined): boolean =>
  ways?.passkeys === true && 'PublicKeyCredential' in window;
