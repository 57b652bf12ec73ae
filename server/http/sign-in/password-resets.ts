import { requestReset, resetPassword } from '../../../contract/auth.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import type { ResetEmail } from '../../auth/password-reset/reset-email.ts';
import type { ResetPassword } from '../../auth/password-reset/reset-links.ts';
import type { KnownDevices } from '../../auth/throttle/known-devices.ts';
import type { LiveSessions } from '../../documents/live/live-sessions.ts';
import type { Serve } from '../endpoint.ts';

export interface PasswordResetDependencies {
  /** Null where email is not set up. */
  readonly resetEmail: ResetEmail | null;
  readonly resetPassword: ResetPassword;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
}

export function servePasswordResets(serve: Serve, parts: PasswordResetDependencies): void {
  const { resetEmail, devices, connections } = parts;

  serve(requestReset, async ({ body, address }) => {
    if (!resetEmail) return refuse('mail-unavailable');
    const asked = resetEmail.ask(body.email, address);
    return asked.ok ? done({}) : asked;
  });

  serve(resetPassword, async ({ body, cookie, setCookies }) => {
    const chosen = await parts.resetPassword(body.token, body.password);
    if (!chosen.ok) return chosen;
    for (const session of chosen.value.ended) connections.signedOut(session);
    setCookies(await devices.lines(cookie, chosen.value.user));
    return done({});
  });
}
