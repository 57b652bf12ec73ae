import { requestReset, resetPassword } from '../../contract/auth.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { Accounts } from './accounts.ts';
import type { KnownDevices } from './known-devices.ts';
import type { SendResetEmail } from './reset-email.ts';
import type { ResetPassword } from './reset-password.ts';
import type { SecurityLog } from './security-log.ts';

export interface PasswordResetDependencies {
  /** Null if email is not set up. */
  readonly sendResetEmail: SendResetEmail | null;
  readonly resetPassword: ResetPassword;
  readonly accounts: Pick<Accounts, 'idOf'>;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
  readonly securityLog: SecurityLog;
}

export function servePasswordResets(serve: Serve, dependencies: PasswordResetDependencies): void {
  const { sendResetEmail, accounts, devices, connections, securityLog } = dependencies;

  serve(requestReset, async (request) => {
    if (!sendResetEmail) return refuse('mail-unavailable');
    const { email } = request.body;
    const sent = await sendResetEmail(email, request.place);
    if (!sent.ok) return sent;
    securityLog.recordLater(async () => {
      const user = await accounts.idOf(email);
      return user === null ? null : { type: 'reset-link-requested', user };
    }, request);
    return done({});
  });

  serve(resetPassword, async (request) => {
    const { body, cookie, setCookies } = request;
    const reset = await dependencies.resetPassword(body.token, body.password, (user) =>
      securityLog.entry({ type: 'password-reset', user }, request),
    );
    if (!reset.ok) return reset;
    for (const session of reset.value.endedSessions) connections.signedOut(session);
    setCookies(await devices.lines(cookie, reset.value.user));
    return done({});
  });
}
