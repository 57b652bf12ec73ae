import { getSignInOptions, type SignInOptions } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Passkeys } from '../../auth/second-factor/passkeys.ts';
import type { Serve } from '../endpoint.ts';

interface Parts extends Omit<SignInOptions, 'passkeys'> {
  readonly passkeys: Pick<Passkeys, 'areAt'>;
}

export function serveSignInOptions(serve: Serve, { passkeys, ...ways }: Parts): void {
  serve(getSignInOptions, async ({ host }) => done({ ...ways, passkeys: passkeys.areAt(host) }));
}
