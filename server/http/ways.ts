import { readSignInWays, type SignInWays } from '../../contract/auth.ts';
import { done } from '../../domain/problem.ts';
import type { Serve } from './endpoint.ts';

export function serveWays(serve: Serve, ways: SignInWays): void {
  serve(readSignInWays, async () => done(ways));
}
