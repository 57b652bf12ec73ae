import { getSignInOptions, type SignInOptions } from '../../contract/auth.ts';
import { done } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Passkeys } from './passkeys.ts';

export function serveSignInOptions(
  serve: Serve,
  passkeys: Pick<Passkeys, 'isAvailableAt'>,
  options: Omit<SignInOptions, 'passkeys'>,
): void {
  serve(getSignInOptions, async ({ origin }) =>
    done({ ...options, passkeys: passkeys.isAvailableAt(origin) }),
  );
}
