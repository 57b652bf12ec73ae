import { requestReset, resetPassword } from '../../../contract/auth.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import type { DeviceProofs } from '../../auth/throttle/known-devices.ts';
import type { ResetPassword } from '../../auth/password-reset/reset-links.ts';
import type { ResetMail } from '../../auth/password-reset/reset-email.ts';
import type { Connections } from '../../documents/live/live-connection.ts';
import type { Serve } from '../endpoint.ts';

export interface ResetParts {
  /** Null where email is not set up. */
  readonly resetMail: ResetMail | null;
  readonly resetPassword: ResetPassword;
  readonly devices: DeviceProofs;
  readonly connections: Pick<Connections, 'signedOut'>;
}

export function servePasswordResets(serve: Serve, parts: ResetParts): void {
  const { resetMail, devices, connections } = parts;

  serve(requestReset, async ({ body, address }) => {
    if (!resetMail) return refuse('mail-unavailable');
    const asked = resetMail.ask(body.email, address);
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
