import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';

/** Imported when somebody uses a passkey, since it takes 5 MB of memory. Its table is in passkey-table.ts. */
export const passkeyPlugin = () =>
  passkey({
    advanced: { webAuthnChallengeCookie: 'passkey' },
    // With a fingerprint, a face or a PIN, a passkey counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.authenticationInfo.userVerified),
    },
  });

async function requireUserVerification(verified: boolean | undefined): Promise<undefined> {
  if (!verified) throw new APIError('UNAUTHORIZED', { message: 'The person was not verified.' });
}
