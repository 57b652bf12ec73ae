import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type JWK } from 'oidc-provider';

/** A person at the provider; claims that are left out aren't sent. */
export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly name?: string;
}

export interface OidcServer {
  /** What Lineup's environment needs to sign in here. */
  readonly env: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME', string>;
  /**
   * Goes the way of a browser from the address that Lineup gave, presses the button of that person (or 'deny'), and
   * resolves to the address at Lineup where the provider sends people back.
   */
  signIn(address: string, sub: string): Promise<URL>;
  /** How often the discovery document was fetched. */
  discoveries(): number;
  /** From now on, does this while Lineup waits for the tokens of a person. */
  beforeTokens(work: () => Promise<unknown>): void;
  stop(): Promise<void>;
}

/**
 * A real OpenID Connect server. Start it before Lineup and hand over its `env`:
 *
 *     const oidc = await runOidcServer([{ sub: 'pia', email: 'pia@example.com', email_verified: true, name: 'Pia Prov' }]);
 *     const server = await runServer({ env: oidc.env });
 *
 * A browser sees a page with a button 'Sign in as pia' for each person, and 'Deny'. Everyone may come back to any
 * address that ends in Lineup's own path.
 */
export async function runOidcServer(people: readonly OidcPerson[], port = 0): Promise<OidcServer> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const provider = createOidcSignIn(issuer, people);
  const answer = provider.callback();
  let discoveries = 0;
  let beforeTokens: () => Promise<unknown> = async () => {};
  listener.on('request', async (request, response) => {
    if (request.url === '/token') await beforeTokens();
    if (request.url?.includes('/.well-known/')) discoveries += 1;
    // Browsers count when a cookie ends from here, and a test may have moved our time.
    response.setHeader('date', new Date().toUTCString());
    if (request.url?.startsWith('/interaction/'))
      interact(provider, people, request, response).catch((error) =>
        response.writeHead(400).end(String(error)),
      );
    else answer(request, response);
  });
  return {
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'lineup',
      OIDC_CLIENT_SECRET: secret,
      OIDC_NAME: 'Example Staff',
    },
    discoveries: () => discoveries,
    beforeTokens: (work) => {
      beforeTokens = work;
    },
    signIn: (address, sub) => walk(issuer, address, sub),
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

const secret = randomUUID();

function createOidcSignIn(issuer: string, people: readonly OidcPerson[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const configuration: Configuration = {
    clients: [{ client_id: 'lineup', client_secret: secret, redirect_uris: [`${issuer}/anywhere`] }],
    jwks: { keys: [privateKey.export({ format: 'jwk' }) as JWK] },
    cookies: { keys: [randomUUID()] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => {
      const person = people.find((each) => each.sub === sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    // Nobody is asked whether Lineup may know them.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  // Lineup's port is not known when this starts.
  (provider.Client.prototype as { redirectUriAllowed: (uri: string) => boolean }).redirectUriAllowed = (
    uri,
  ) => new URL(uri).pathname === '/api/auth/callback/oidc';
  return provider;
}

async function interact(
  provider: Provider,
  people: readonly OidcPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    const button = (sub: string, label: string) =>
      `<p><button name="sub" value="${sub}">${label}</button></p>`;
    const buttons = people.map(({ sub }) => button(sub, `Sign in as ${sub}`)).join('');
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Staff</title><form method="post">${buttons}${button('deny', 'Deny')}</form>`,
    );
    return;
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const sub = new URLSearchParams(body).get('sub') ?? '';
  await provider.interactionFinished(
    request,
    response,
    sub === 'deny'
      ? { error: 'access_denied', error_description: 'They said no.' }
      : { login: { accountId: sub, remember: false } },
  );
}

/** A browser with cookies of its own, without its pages. */
async function walk(issuer: string, address: string, sub: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(address);
  for (;;) {
    const isForm = next.pathname.startsWith('/interaction/');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ sub }) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.origin !== issuer) return next;
  }
}
