import type { Socket } from 'node:net';

/**
 * Bounds the connections of one network address that wait for a request. Without it, one stranger could hold every
 * connection that the system allows, at no cost, and no page could be opened. The one that has waited longest is closed for
 * a new one: programs expect that of a connection that they keep for later.
 */
export interface IdleLimit {
  /** The connection waits for a request. */
  wait(socket: Socket): void;
  /** It has one, or has become a live connection, which counts elsewhere. */
  work(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
}

/** `isProxied` tells connections of trusted proxies, which bring many addresses and decide themselves. */
export function createIdleLimit(max: number, isProxied: (socket: Socket) => boolean): IdleLimit {
  const waiting = new Map<string, Map<number, Socket>>();

  function work({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
    const sockets = waiting.get(remoteAddress);
    if (!sockets?.delete(remotePort) || sockets.size > 0) return;
    waiting.delete(remoteAddress);
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
      const [oldest] = sockets;
      if (sockets.size <= max || !oldest) return;
      sockets.delete(oldest[0]);
      oldest[1].destroy();
    },
  };
}
