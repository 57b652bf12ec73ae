import { invitationOf } from '../../../client/calls/teams.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { getSignInOptions, type SignInOptions } from '../../../contract/account.ts';
import { Alert } from '../../ui/message/message.tsx';
import { type Query, useQuery } from '../lists/use-list.tsx';

const t = words('sign-in');

/** The sign-in options in addition to the password. */
export const useSignInOptions = (): Query<SignInOptions> =>
  useQuery((client) => client.call(getSignInOptions, {}));

/** Browsers have passkeys on https addresses and on localhost only. */
export const hasPasskeys = (ways: SignInOptions | undefined): boolean =>
  ways?.passkeys === true && 'PublicKeyCredential' in window;

/** Browsers inside other apps have none, also at an address that supports them. */
export const whyNoPasskeys = (ways: SignInOptions): string =>
  sentence({ code: ways.passkeys ? 'passkey-no-browser' : 'passkey-unavailable' });

export const invitationIn = (from: string | undefined): string | undefined =>
  /^\/join\/([^/?#]+)/.exec(from ?? '')?.[1];

export function InvitationNote({ from }: { from: string | undefined }) {
  const token = invitationIn(from);
  return token === undefined ? null : <Note key={token} token={token} />;
}

function Note({ token }: { token: string }) {
  const { value } = useQuery((client) => invitationOf(client, token));
  return <Alert>{value ? t('sign-in-to-join', { team: value.name }) : t('sign-in-to-join-team')}</Alert>;
}
