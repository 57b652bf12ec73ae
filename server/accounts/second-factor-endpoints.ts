import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { done } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SecurityLog } from './security-log.ts';

interface Dependencies {
  readonly secondFactor: SecondFactor;
  readonly securityLog: SecurityLog;
  readonly connections: Pick<LiveSessions, 'membershipsChanged'>;
}

export function serveSecondFactor(
  serve: Serve,
  { secondFactor, securityLog, connections }: Dependencies,
): void {
  serve(startSecondFactor, ({ caller, cookie = '', body: { password } }) =>
    secondFactor.start(caller, cookie, { password }),
  );

  serve(confirmSecondFactor, async (request) => {
    const { caller, cookie = '', body, setCookies } = request;
    const confirmed = await secondFactor.confirm(caller, cookie, body.code);
    if (!confirmed.ok) return confirmed;
    setCookies(confirmed.value);
    // Some teams let them manage only from now on.
    connections.membershipsChanged(caller.user.id);
    await securityLog.record({ type: 'second-factor-added', user: caller.user.id }, request);
    return done({});
  });

  serve(removeSecondFactor, async (request) => {
    const { caller, cookie = '', body } = request;
    const entry = securityLog.entry({ type: 'second-factor-removed', user: caller.user.id }, request);
    const removed = await secondFactor.remove(caller, cookie, body, entry);
    if (!removed.ok) return removed;
    connections.membershipsChanged(caller.user.id);
    return done({});
  });
}
