import { addPasskey, removePasskey, startPasskey } from '../../contract/account.ts';
import { signInByPasskey, startPasskeySignIn } from '../../contract/auth.ts';
import { done } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { BrowserSessions } from './browser-session.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecurityLog } from './security-log.ts';

export function servePasskeys(
  serve: Serve,
  passkeys: Passkeys,
  { sessions, securityLog }: { readonly sessions: BrowserSessions; readonly securityLog: SecurityLog },
): void {
  serve(startPasskey, async ({ caller, origin, cookie = '', body: { password }, setCookies }) => {
    const started = await passkeys.start(caller, origin, cookie, { password });
    if (!started.ok) return started;
    setCookies(started.value.cookies);
    return done({ options: started.value.options });
  });

  serve(addPasskey, async (request) => {
    const { caller, body, cookie, origin } = request;
    const added = await passkeys.add(caller, body.name, { answer: body.answer, cookie, origin });
    if (!added.ok) return added;
    await securityLog.record({ type: 'passkey-added', user: caller.user.id }, request);
    return done({});
  });

  serve(removePasskey, async (request) => {
    const { caller, params } = request;
    const entry = securityLog.entry({ type: 'passkey-removed', user: caller.user.id }, request);
    await passkeys.remove(caller, params.passkey, entry);
    return done({});
  });

  serve(startPasskeySignIn, async ({ origin, setCookies }) => {
    const started = await passkeys.startSignIn(origin);
    if (!started.ok) return started;
    setCookies(started.value.cookies);
    return done({ options: started.value.options });
  });

  serve(signInByPasskey, async (request) => {
    const { cookie, origin, body, browser } = request;
    const signedIn = await passkeys.signIn({ answer: body.answer, cookie, origin }, browser);
    if (!signedIn.ok) {
      securityLog.recordLater(async () => {
        const user = await passkeys.ownerOf(body.answer);
        if (user === null) return { type: 'sign-in-unknown' };
        return { type: 'sign-in-failed', user, details: { method: 'passkey' } };
      }, request);
      return signedIn;
    }
    const { id: user } = signedIn.value.caller.user;
    const event = { type: 'signed-in', user, details: { method: 'passkey' } } as const;
    await securityLog.record(event, request);
    return done(await sessions.start(request, signedIn.value));
  });
}
