import { randomInt } from 'node:crypto';

const { fetch } = globalThis;

/** Someone at a browser, with its cookies. */
export class Session {
  readonly address: string;
  readonly #cookies = new Map<string, string>();
  /** As by a proxy: what the server limits for an address, it would limit for all of the tests. */
  readonly #device = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  /** What its page has open. */
  readonly sockets = new Set<{ terminate(): void }>();
  isOffline = false;

  constructor(address: string) {
    this.address = address;
  }

  /** What each of its requests says. */
  headers = (): Record<string, string> => ({
    cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-forwarded-for': this.#device,
  });

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...this.headers() };
    const response = await fetch(new URL(path, this.address), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  async clearCookies(): Promise<void> {
    this.#cookies.clear();
  }

  /** For its page; the requests of a test itself arrive, as in Playwright. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    if (isOffline) for (const socket of this.sockets) socket.terminate();
    dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
  }

  readonly request = {
    get: async (path: string) => replyOf(await this.fetch(path)),
    post: async (path: string, { data }: { readonly data?: object } = {}) =>
      replyOf(
        await this.fetch(path, {
          method: 'POST',
          ...(data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }),
        }),
      ),
  };
}

const replyOf = (response: Response) => ({
  status: () => response.status,
  text: () => response.text(),
  json: () => response.json(),
});
