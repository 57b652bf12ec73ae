import type { Socket } from 'node:net';

/**
 * Bounds the connections of one network address that wait for a request. Without it, one stranger could hold every
 * connection that the system allows, at no cost, and no page could be opened. Those that have waited longest are closed:
 * programs expect that of a connection that they keep for later.
 */
export interface IdleLimit {
  /** The connection waits for a request. */
  wait(socket: Socket): void;
  /** It has one, or has become a live connection, which counts elsewhere. */
  work(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
}

/**
 * How long more may wait than the limit allows, in milliseconds. After a power cut, all screens behind one address connect
 * at once, and their first requests are on the way.
 */
const grace = 2_000;

/** `isProxied` tells connections of trusted proxies, which bring many addresses and decide themselves. */
export function createIdleLimit(max: number, isProxied: (socket: Socket) => boolean): IdleLimit {
  const waiting = new Map<string, Map<number, Socket>>();
  const crowded = new Set<string>();

  function work({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
    const sockets = waiting.get(remoteAddress);
    if (!sockets?.delete(remotePort) || sockets.size > 0) return;
    waiting.delete(remoteAddress);
  }

  function closeOldest(remoteAddress: string): void {
    crowded.delete(remoteAddress);
    const sockets = [...(waiting.get(remoteAddress)?.values() ?? [])];
    for (const socket of sockets.slice(0, Math.max(0, sockets.length - max))) {
      work(socket);
      socket.destroy();
    }
  }

  return {
    work,
    wait(socket) {
      const { remoteAddress, remotePort } = socket;
      if (socket.destroyed || !remoteAddress || !remotePort || isProxied(socket)) return;
      const sockets = waiting.get(remoteAddress) ?? new Map<number, Socket>();
      waiting.set(remoteAddress, sockets);
      // by port: with TLS, a connection and its decrypted one are two objects
      sockets.delete(remotePort);
      sockets.set(remotePort, socket);
      if (sockets.size <= max || crowded.has(remoteAddress)) return;
      crowded.add(remoteAddress);
      // after the requests that have come while this process was busy
      setTimeout(() => setImmediate(closeOldest, remoteAddress), grace).unref();
    },
  };
}
