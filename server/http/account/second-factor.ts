import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../../contract/account.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { SecondFactor } from '../../auth/second-factor/second-factor.ts';
import type { SecurityLog } from '../../security-log/security-log.ts';
import type { Serve } from '../endpoint.ts';

interface Dependencies {
  readonly secondFactor: SecondFactor;
  readonly securityLog: SecurityLog;
}

export function serveSecondFactor(serve: Serve, { secondFactor, securityLog }: Dependencies): void {
  serve(startSecondFactor, ({ caller, cookie = '', body: { password } }) =>
    secondFactor.start(caller, cookie, { password }),
  );

  serve(confirmSecondFactor, async (request) => {
    const { caller, cookie = '', body, setCookies } = request;
    const confirmed = await secondFactor.confirm(caller, cookie, body.code);
    if (!confirmed.ok) return confirmed;
    setCookies(confirmed.value);
    await securityLog.record({ type: 'second-factor-added', user: caller.user.id }, request);
    return done({});
  });

  serve(removeSecondFactor, async (request) => {
    const { caller, body } = request;
    const removed = await secondFactor.remove(caller, { password: body.password });
    if (!removed.ok) return removed;
    await securityLog.record({ type: 'second-factor-removed', user: caller.user.id }, request);
    return done({});
  });
}
