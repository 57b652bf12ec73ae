import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { done } from '../../domain/problem.ts';
import type { SecondFactor } from '../auth/second-factor.ts';
import type { Serve } from './endpoint.ts';

export function serveSecondFactor(serve: Serve, secondFactor: SecondFactor): void {
  serve(startSecondFactor, ({ caller, cookie = '', body: { password }, address }) =>
    secondFactor.start(caller, cookie, { password, address }),
  );

  serve(confirmSecondFactor, async ({ caller, cookie = '', body, address, setCookies }) => {
    const confirmed = await secondFactor.confirm(caller, cookie, body.code, address);
    if (!confirmed.ok) return confirmed;
    setCookies(confirmed.value);
    return done({});
  });

  serve(removeSecondFactor, async ({ caller, body: { password }, address }) => {
    const removed = await secondFactor.remove(caller, { password, address });
    return removed.ok ? done({}) : removed;
  });
}
