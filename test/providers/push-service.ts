import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPush {
  /** The path of the browser's endpoint. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As only the browser can read it. */
  readonly message: unknown;
}

/** A browser's subscription, as the browser gives it to pages. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A push service on this machine, and the browsers that are subscribed at it. */
export interface PushService {
  /** As PUSH_ALLOW names it. */
  readonly host: string;
  readonly received: readonly ReceivedPush[];
  subscribe(name: string): BrowserSubscription;
  /** The browser is subscribed no longer. */
  forget(name: string): void;
  /** Resolves once so many messages have come. */
  hears(count: number): Promise<readonly ReceivedPush[]>;
  stop(): Promise<void>;
}

export async function runPushService(): Promise<PushService> {
  const browsers = new Map<string, { readonly auth: Buffer; readonly pair: ReturnType<typeof createECDH> }>();
  const received: ReceivedPush[] = [];
  let waiting: (() => void)[] = [];

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = request.url ?? '';
    const browser = browsers.get(path);
    response.writeHead(browser ? 201 : 410).end();
    if (browser) {
      const message = JSON.parse(decrypt(Buffer.concat(parts), browser));
      received.push({ path, headers: request.headers, message });
    }
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    host,
    received,
    subscribe(name) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { auth, pair });
      return {
        endpoint: `http://${host}/${name}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    forget: (name) => void browsers.delete(`/${name}`),
    hears: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting = waiting.filter((each) => each !== look);
          resolve(received);
        };
        waiting.push(look);
        look();
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** RFC 8291, from the browser's side. */
function decrypt(
  body: Buffer,
  { auth, pair }: { readonly auth: Buffer; readonly pair: ReturnType<typeof createECDH> },
): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const encrypted = body.subarray(21 + length);
  const derive = (key: Buffer, by: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, size));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const shared = derive(pair.computeSecret(sender), auth, about, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16));
  const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
