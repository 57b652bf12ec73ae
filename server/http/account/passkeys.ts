import { addPasskey, removePasskey, startPasskey } from '../../../contract/account.ts';
import { signInByPasskey, startPasskeySignIn } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Passkeys } from '../../auth/second-factor/passkeys.ts';
import type { BrowserSessions } from '../browser-session.ts';
import type { Serve } from '../endpoint.ts';

export function servePasskeys(serve: Serve, passkeys: Passkeys, sessions: BrowserSessions): void {
  serve(startPasskey, async ({ caller, origin, cookie = '', body: { password }, setCookies }) => {
    const started = await passkeys.start(caller, origin, cookie, { password });
    if (!started.ok) return started;
    setCookies(started.value.cookies);
    return done({ options: started.value.options });
  });

  serve(addPasskey, async ({ caller, body: { name, answer }, cookie, origin }) => {
    const added = await passkeys.add(caller, name, { answer, cookie, origin });
    return added.ok ? done({}) : added;
  });

  serve(removePasskey, async ({ caller, params }) => {
    await passkeys.remove(caller, params.passkey);
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
    return signedIn.ok ? done(await sessions.start(request, signedIn.value)) : signedIn;
  });
}
