import { readSignInWays, type SignInWays } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Passkeys } from '../../auth/second-factor/passkeys.ts';
import type { Serve } from '../endpoint.ts';

interface Parts extends Omit<SignInWays, 'passkeys'> {
  readonly passkeys: Pick<Passkeys, 'areAt'>;
}

export function serveWays(serve: Serve, { passkeys, ...ways }: Parts): void {
  serve(readSignInWays, async ({ host }) => done({ ...ways, passkeys: passkeys.areAt(host) }));
}
