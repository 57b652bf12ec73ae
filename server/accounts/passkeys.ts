import { APIError } from 'better-auth/api';
import { addPasskey, removePasskey, startPasskey } from '../../contract/account.ts';
import { signInByPasskey, startPasskeySignIn } from '../../contract/auth.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Parts } from '../parts.ts';
import { deletePasskey, withAccountTables } from './account-tables.ts';
import { startSession } from './accounts.ts';
import { betterAuthHeaders } from './better-auth.ts';

const isCertified = ({ certifiedNames }: Parts, { protocol, hostname }: URL): boolean =>
  protocol === 'https:' && certifiedNames().includes(hostname);

/** Null where browsers offer no passkeys: they need https or localhost, and a domain name instead of an IP address. */
export function passkeyOrigin(parts: Parts, origin: string): string | null {
  const { publicUrl } = parts.config;
  const url = URL.parse(origin);
  if (!url) return null;
  if (publicUrl?.protocol === 'https:') return url.host === publicUrl.host ? publicUrl.origin : null;
  if (isCertified(parts, url)) return origin;
  const isLocalhost = url.hostname === 'localhost' && (!publicUrl || url.host === publicUrl.host);
  return isLocalhost ? origin : null;
}

export function servePasskeys(serve: Serve, parts: Parts): void {
  const { db, betterAuth, accounts, reauthenticate, securityLog, config } = parts;
  const { publicUrl } = config;

  function apiAt(origin: string) {
    const url = URL.parse(origin);
    const isOtherName = url !== null && publicUrl?.protocol !== 'https:' && isCertified(parts, url);
    return betterAuth.passkeyApi(isOtherName ? url.hostname : null);
  }

  const headersOf = ({ cookie, origin, browser }: { cookie?: string; origin: string; browser: string }) =>
    betterAuthHeaders({ cookie, browser, origin: passkeyOrigin(parts, origin) ?? undefined });

  serve(startPasskey, async ({ caller, origin, cookie, body: { password }, setCookies }) => {
    if (passkeyOrigin(parts, origin) === null) return refuse('passkey-unavailable');
    const proved = await reauthenticate(caller, { password });
    if (!proved.ok) return proved;
    const { response, headers } = await (await apiAt(origin)).generatePasskeyRegistrationOptions({
      headers: betterAuthHeaders({ cookie }),
      query: {},
      returnHeaders: true,
    });
    setCookies(headers.getSetCookie());
    return done({ options: { ...response } });
  });

  serve(addPasskey, async (request) => {
    const { caller, body } = request;
    const user = caller.user.id;
    const name = parseName(body.name, 'name', 'name-missing');
    if (!name.ok) return name;
    try {
      const added = await (await apiAt(request.origin)).verifyPasskeyRegistration({
        body: { response: body.answer, name: name.value },
        headers: headersOf(request),
      });
      if (!(await accounts.isSessionAlive(caller.session))) {
        // The user was signed out everywhere meanwhile, and all passkeys except this one were deleted.
        await deletePasskey(db, user, added.id);
        return refuse('sign-in-again');
      }
    } catch (error) {
      return refusePasskey(error);
    }
    await securityLog.record({ type: 'passkey-added', user }, request);
    return done({});
  });

  serve(removePasskey, async (request) => {
    const { caller, params } = request;
    const user = caller.user.id;
    await db.transaction().execute(async (transaction) => {
      if (await deletePasskey(transaction, user, params.passkey)) {
        await appendEntries(transaction, [securityLog.entry({ type: 'passkey-removed', user }, request)]);
      }
    });
    return done({});
  });

  serve(startPasskeySignIn, async ({ origin, setCookies }) => {
    if (passkeyOrigin(parts, origin) === null) return refuse('passkey-unavailable');
    const { response, headers } = await (await apiAt(origin)).generatePasskeyAuthenticationOptions({
      headers: betterAuthHeaders({}),
      returnHeaders: true,
    });
    setCookies(headers.getSetCookie());
    return done({ options: { ...response, userVerification: 'required' } });
  });

  async function signIn(answer: Record<string, unknown>, request: Parameters<typeof headersOf>[0]) {
    const since = await accounts.lastSignOut();
    try {
      const { headers } = await (await apiAt(request.origin)).verifyPasskeyAuthentication({
        // Better Auth validates it.
        body: { response: answer as never },
        headers: headersOf(request),
        returnHeaders: true,
      });
      const signedIn = await accounts.completeSignIn(headers, since);
      return signedIn ? done(signedIn) : refuse('passkey-failed');
    } catch (error) {
      return refusePasskey(error);
    }
  }

  /** Whose passkey an answer names, whether or not it is valid; null if it is nobody's. */
  async function ownerOf({ id }: Record<string, unknown>): Promise<string | null> {
    if (typeof id !== 'string') return null;
    const row = await withAccountTables(db)
      .selectFrom('passkey')
      .select('userId')
      .where('credentialID', '=', id)
      .executeTakeFirst();
    return row?.userId ?? null;
  }

  serve(signInByPasskey, async (request) => {
    const { answer } = request.body;
    const signedIn = await signIn(answer, request);
    if (signedIn.ok) return done(await startSession(parts, request, signedIn.value, 'passkey'));
    securityLog.recordLater(async () => {
      const user = await ownerOf(answer);
      if (user === null) return { type: 'sign-in-unknown' };
      return { type: 'sign-in-failed', user, details: { method: 'passkey' } };
    }, request);
    return signedIn;
  });
}

/** Better Auth reports an invalid answer as an internal error, so the status does not count. */
function refusePasskey(error: unknown) {
  if (!(error instanceof APIError)) throw error;
  return refuse('passkey-failed');
}
