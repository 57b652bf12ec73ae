import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../../contract/account.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { SecondFactor } from '../../auth/second-factor/second-factor.ts';
import type { Serve } from '../endpoint.ts';

export function serveSecondFactor(serve: Serve, secondFactor: SecondFactor): void {
  serve(startSecondFactor, ({ caller, cookie = '', body: { password } }) =>
    secondFactor.start(caller, cookie, { password }),
  );

  serve(confirmSecondFactor, async ({ caller, cookie = '', body, setCookies }) => {
    const confirmed = await secondFactor.confirm(caller, cookie, body.code);
    if (!confirmed.ok) return confirmed;
    setCookies(confirmed.value);
    return done({});
  });

  serve(removeSecondFactor, async ({ caller, body: { password } }) => {
    const removed = await secondFactor.remove(caller, { password });
    return removed.ok ? done({}) : removed;
  });
}
