import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { networkInterfaces } from 'node:os';
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls';
import { getSecureAddresses } from '../../contract/secure.ts';
import { https } from '../../server/operate/commands/https.ts';
import { manualTimeouts } from './manual-timeouts.ts';
import { runCommand } from './run-command.ts';
import { type RunningServer, runServer, visit } from './running-server.ts';

export interface SecureServer extends RunningServer {
  /** The authority's certificate. */
  readonly ca: string;
  /** The origin of https at 127.0.0.1; '' while it is off. */
  origin(): Promise<string>;
  /** Lets the server look at certificates and addresses now. */
  check(): void;
}

/** A server with an authority of its own, whose checks happen when the test says so. */
export async function runSecureServer(
  dataDir: string,
  options: Omit<NonNullable<Parameters<typeof runServer>[0]>, 'dataDir' | 'timeout'> = {},
): Promise<SecureServer> {
  await runCommand(https, [], dataDir);
  const { timeout, last } = manualTimeouts();
  const server = await runServer({
    ...options,
    dataDir,
    timeout,
    env: { HTTPS_PORT: '0', ...options.env },
  });
  const ca = (await visit(server.address).send('/lineup-ca.crt')).text;
  return { ...server, ca, origin: () => secureOrigin(server), check: () => last().pass() };
}

export async function secureOrigin({ address }: RunningServer): Promise<string> {
  const { value } = await visit(address).call(getSecureAddresses, {});
  return value.origins.find((origin) => origin.includes('127.0.0.1')) ?? '';
}

/** The certificate that a connection gets; rejects if `ca` does not lead to it. */
export function peerCertificate(
  origin: string,
  ca: string,
  options: ConnectionOptions = {},
): Promise<{ peer: PeerCertificate; end(): void }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca, ...options }, () =>
      resolve({ peer: socket.getPeerCertificate(), end: () => socket.destroy() }),
    );
    socket.on('error', reject);
  });
}

export interface SecureAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request by https that trusts `ca`. */
export function sendSecurely(
  url: string,
  ca: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { ca, method, headers: { ...json, ...headers } }, (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The machine's network interfaces, as if it had these addresses. */
export const interfacesAt =
  (...addresses: string[]): typeof networkInterfaces =>
  () => ({
    eth0: addresses.map((address) => ({
      address,
      family: 'IPv4' as const,
      netmask: '255.255.255.0',
      cidr: `${address}/24`,
      mac: '00:00:00:00:00:00',
      internal: false,
    })),
  });
