import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskey,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../../contract/account.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { newId } from '../id.ts';
import { fromBoolean, fromInstant } from './account-tables.ts';
import { startSession } from './accounts.ts';
import { reauthenticate } from './passwords.ts';
import { passkeyChallenge } from './pending-proofs.ts';
import { isSignedIn } from './sessions.ts';

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

/** Loaded when somebody uses a passkey, since it takes 5 MB of memory. It throws for whatever is wrong with an answer. */
const load = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which Node has no warning for. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** It is for adding a passkey to the user, or for signing in. */
interface Challenge {
  readonly challenge: string;
  readonly user: string | null;
}

export function servePasskeys(serve: Serve, parts: Parts): void {
  const { db, accounts, proofs, securityLog, now } = parts;

  const challengeLine = (challenge: Challenge) => proofs.start(passkeyChallenge, JSON.stringify(challenge));

  /** What an answer has to be about; null without a challenge for this user. Each is for one answer. */
  async function expectation(
    { origin, cookie }: { readonly origin: string; readonly cookie?: string },
    user: string | null,
  ) {
    const kept = await proofs.take(passkeyChallenge, cookie);
    const expectedOrigin = passkeyOrigin(parts, origin);
    const challenge: Challenge | null = kept && JSON.parse(kept);
    if (challenge?.user !== user || expectedOrigin === null) return null;
    const expectedRPID = new URL(expectedOrigin).hostname;
    // With a fingerprint, a face or a PIN, a passkey counts as both factors.
    const requireUserVerification = true;
    return { expectedChallenge: challenge.challenge, expectedOrigin, expectedRPID, requireUserVerification };
  }

  serve(startPasskey, async ({ caller: { user, session }, origin, body: { password }, setCookies }) => {
    const at = passkeyOrigin(parts, origin);
    if (at === null) return refuse('passkey-unavailable');
    const proved = await reauthenticate(parts, { user, session }, { password });
    if (!proved.ok) return proved;
    const passkeys = await db.selectFrom('passkey').selectAll().where('userId', '=', user.id).execute();
    const { generateRegistrationOptions } = await load();
    const options = await generateRegistrationOptions({
      rpName: 'Lineup',
      supportedAlgorithmIDs,
      rpID: new URL(at).hostname,
      userName: user.email,
      userDisplayName: user.email,
      excludeCredentials: passkeys.map(({ credentialID, transports }) => ({
        id: credentialID,
        transports: transports?.split(','),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    setCookies([await challengeLine({ challenge: options.challenge, user: user.id })]);
    return done({ options: { ...options } });
  });

  serve(addPasskey, async (request) => {
    const { caller, body } = request;
    const user = caller.user.id;
    const name = parseName(body.name, 'name', 'name-missing');
    if (!name.ok) return name;
    const expected = await expectation(request, user);
    if (!expected) return refuse('passkey-failed');
    const { verifyRegistrationResponse } = await load();
    const response = body.answer as unknown as RegistrationResponseJSON;
    const answer = { ...expected, response, supportedAlgorithmIDs };
    const verified = await verifyRegistrationResponse(answer).catch(() => null);
    if (!verified?.verified) return refuse('passkey-failed');
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = verified.registrationInfo;
    // Its name says whose it is.
    if (await findPasskey({ id: credential.id })) return refuse('passkey-failed');
    const isAdded = await db.transaction().execute(async (transaction) => {
      // The user may have been signed out everywhere meanwhile, and all passkeys deleted.
      if (!(await isSignedIn(transaction, caller.session))) return false;
      await transaction
        .insertInto('passkey')
        .values({
          id: newId(),
          name: name.value,
          userId: user,
          credentialID: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64'),
          counter: credential.counter,
          deviceType: credentialDeviceType,
          backedUp: fromBoolean(credentialBackedUp),
          transports: credential.transports?.join(',') ?? '',
          createdAt: fromInstant(now()),
          aaguid,
        })
        .execute();
      await appendEntries(transaction, [securityLog.entry({ type: 'passkey-added', user }, request)]);
      return true;
    });
    return isAdded ? done({}) : refuse('sign-in-again');
  });

  serve(removePasskey, async (request) => {
    const { caller, params } = request;
    const user = caller.user.id;
    await db.transaction().execute(async (transaction) => {
      const passkey = transaction.deleteFrom('passkey').where('id', '=', params.passkey);
      const { numDeletedRows } = await passkey.where('userId', '=', user).executeTakeFirst();
      if (numDeletedRows > 0n) {
        await appendEntries(transaction, [securityLog.entry({ type: 'passkey-removed', user }, request)]);
      }
    });
    return done({});
  });

  serve(startPasskeySignIn, async ({ origin, setCookies }) => {
    const at = passkeyOrigin(parts, origin);
    if (at === null) return refuse('passkey-unavailable');
    const { generateAuthenticationOptions } = await load();
    const rpID = new URL(at).hostname;
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
    setCookies([await challengeLine({ challenge: options.challenge, user: null })]);
    return done({ options: { ...options } });
  });

  /** The passkey that an answer names, whether or not it is valid. */
  const findPasskey = ({ id }: Record<string, unknown>) =>
    db
      .selectFrom('passkey')
      .selectAll()
      .where('credentialID', '=', typeof id === 'string' && /^[\w-]+$/.test(id) ? id : '')
      .executeTakeFirst();

  type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

  async function isAnswer(
    { id, credentialID, publicKey, counter, transports }: Passkey,
    response: AuthenticationResponseJSON,
    request: Parameters<typeof expectation>[0],
  ): Promise<boolean> {
    const expected = await expectation(request, null);
    if (!expected) return false;
    const { verifyAuthenticationResponse } = await load();
    const credential = {
      ...{ id: credentialID, counter, transports: transports?.split(',') },
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    };
    const verified = await verifyAuthenticationResponse({ ...expected, response, credential }).catch(
      () => null,
    );
    if (!verified?.verified) return false;
    const { newCounter } = verified.authenticationInfo;
    const kept = db.updateTable('passkey').set({ counter: newCounter }).where('id', '=', id);
    // None if the passkey was removed meanwhile.
    return (await kept.executeTakeFirst()).numUpdatedRows > 0n;
  }

  serve(signInByPasskey, async (request) => {
    const { body } = request;
    const since = await accounts.lastSignOut();
    const passkey = await findPasskey(body.answer);
    const answer = body.answer as unknown as AuthenticationResponseJSON;
    const isRight = passkey !== undefined && (await isAnswer(passkey, answer, request));
    if (isRight) {
      const proved = { user: passkey.userId, since, kiosk: body.kiosk };
      const signedIn = await startSession(parts, request, proved, 'passkey');
      return signedIn.ok ? signedIn : refuse('passkey-failed');
    }
    const details = { method: 'passkey' };
    securityLog.recordLater(
      passkey ? { type: 'sign-in-failed', user: passkey.userId, details } : { type: 'sign-in-unknown' },
      request,
    );
    return refuse('passkey-failed');
  });
}
