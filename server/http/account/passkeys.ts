import { addPasskey, removePasskey, startPasskey } from '../../../contract/account.ts';
import { signInByPasskey, startPasskeySignIn } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Passkeys } from '../../auth/second-factor/passkeys.ts';
import type { BrowserSessions } from '../browser-session.ts';
import type { Serve } from '../endpoint.ts';

export function servePasskeys(serve: Serve, passkeys: Passkeys, entrance: BrowserSessions): void {
  serve(startPasskey, async ({ caller, host, cookie = '', body: { password }, setCookies }) => {
    const asked = await passkeys.start(caller, host, cookie, { password });
    if (!asked.ok) return asked;
    setCookies(asked.value.cookies);
    return done({ options: asked.value.options });
  });

  serve(addPasskey, async ({ caller, body: { name, answer }, cookie, host }) => {
    const added = await passkeys.add(caller, name, { answer, cookie, host });
    return added.ok ? done({}) : added;
  });

  serve(removePasskey, async ({ caller, params }) => {
    await passkeys.remove(caller, params.passkey);
    return done({});
  });

  serve(startPasskeySignIn, async ({ host, setCookies }) => {
    const asked = await passkeys.startSignIn(host);
    if (!asked.ok) return asked;
    setCookies(asked.value.cookies);
    return done({ options: asked.value.options });
  });

  serve(signInByPasskey, async (request) => {
    const { cookie, host, body, browser } = request;
    const entered = await passkeys.signIn({ answer: body.answer, cookie, host }, browser);
    return entered.ok ? done(await entrance.enter(request, entered.value)) : entered;
  });
}
