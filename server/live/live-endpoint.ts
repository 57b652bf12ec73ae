import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { largestMessage, livePath } from '../../contract/live.ts';
import type { Caller } from '../accounts/accounts.ts';
import type { EventSource, SecurityLog } from '../accounts/security-log.ts';
import type { DeviceCaller } from '../devices/devices.ts';
import { readCookies } from '../door/cookies.ts';
import { deviceNameOf } from '../door/device-name.ts';
import { identityCost } from '../door/guard.ts';
import { type IsAllowedHost, isOwnOrigin, type Proxies, recordForeign } from '../door/proxies.ts';
import { createConcurrencyLimit, createOpenLimit } from '../door/rate-limit.ts';
import type { LiveSessions } from './live-sessions.ts';
import { closeCodes } from './session.ts';
import type { WorkTurns } from './work-turns.ts';

interface Dependencies {
  readonly identify: (cookie: string | undefined) => Promise<Caller | DeviceCaller | null>;
  readonly connections: Pick<LiveSessions, 'accept'>;
  readonly turns: WorkTurns;
  readonly publicUrl: URL | null;
  readonly proxies: Proxies;
  readonly isAllowedHost: IsAllowedHost;
  readonly socketsPerAddress: number;
  /** Pages are sent to other nodes, because this one is about to stop. */
  readonly isLeaving: () => boolean;
  readonly securityLog: Pick<SecurityLog, 'recordLater'>;
  readonly logError: (error: unknown) => void;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
}

/**
 * In milliseconds. A page that has waited longer may have given up, which doesn't show: if all time went into such pages,
 * none would ever be connected.
 */
const longestWait = 5_000;

/** A message that isn't valid, and what is no message at all: wrong frames, no UTF-8, or too much. */
const invalidCodes: readonly (number | undefined)[] = [closeCodes['message-invalid'], 1002, 1007, 1009];

/** Notices when the server closes the connection because of what the page sent. Our own pages never do: somebody tries things. */
class LiveSocket extends WebSocket {
  onInvalid = (): void => {};

  override close(code?: number, reason?: string | Buffer): void {
    if (this.readyState === this.OPEN && invalidCodes.includes(code)) this.onInvalid();
    super.close(code, reason);
  }
}

/** How many pages are identified at once: more would wait for a connection to the database, before everything else. */
const mostAtOnce = 16;

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Opens the live connection for our own pages, including those of people who are signed out. */
export function createUpgrade({
  identify,
  connections,
  turns,
  publicUrl,
  proxies,
  isAllowedHost,
  socketsPerAddress,
  isLeaving,
  securityLog,
  logError,
  clock = () => performance.now(),
}: Dependencies): UpgradeHandler {
  const sockets = new WebSocketServer({
    WebSocket: LiveSocket,
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const isAllowed = createOpenLimit(socketsPerAddress);
  const few = createConcurrencyLimit(mostAtOnce, Number.POSITIVE_INFINITY);

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split('?', 1)[0] !== livePath) return turnAway(socket, '404 Not Found');
    const place = proxies.placeOf(request);
    if (!isAllowedHost(request.headers.host)) {
      recordForeign(securityLog, 'host-unknown', request, place);
      return turnAway(socket, '421 Misdirected Request');
    }
    if (!isOwnOrigin(request, publicUrl, proxies)) {
      recordForeign(securityLog, 'origin-foreign', request, place);
      return turnAway(socket, '403 Forbidden');
    }
    if (isLeaving()) return turnAway(socket, '503 Service Unavailable');
    if (!isAllowed(place, socket)) return turnAway(socket, '429 Too Many Requests');
    // Who opens it is not known before this work is done, so it counts for the address.
    const askedAt = clock();
    await turns.take([place], identityCost);
    const identified = await few(async () => {
      if (clock() - askedAt > longestWait) return null;
      return { caller: await identify(readCookies(request, proxies.isHttps)) };
    });
    if (!identified) return turnAway(socket, '503 Service Unavailable');
    const { caller } = identified;
    const { 'user-agent': browser = '' } = request.headers;
    sockets.handleUpgrade(request, socket, head, (live) => accept(live, caller, { place, browser }));
  }

  /** By itself, since what stays with the socket would otherwise keep the request. */
  function accept(live: LiveSocket, caller: Caller | DeviceCaller | null, from: EventSource): void {
    const signedIn = caller && { ...caller, device: deviceNameOf(from.browser) };
    // By whom, not about whom, as for invalid requests.
    const event = { type: 'message-invalid', ...(caller?.session && { by: caller.user.id }) } as const;
    live.onInvalid = () => securityLog.recordLater(event, from);
    connections.accept(live, signedIn);
  }

  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error) => {
      logError(error);
      turnAway(socket, '500 Internal Server Error');
    });
  };
}

/** Callers can keep their end of a connection open, so it is not left to them when it closes. */
function turnAway(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
