import type { Duplex } from 'node:stream';

/** Counts the open sockets of each address. */
export interface SocketLimit {
  /** False if the address has as many as it may; otherwise the socket counts until it closes. */
  add(place: string, socket: Duplex): boolean;
}

export function createSocketLimit(max: number): SocketLimit {
  const counts = new Map<string, number>();
  return {
    add(place, socket) {
      const open = counts.get(place) ?? 0;
      if (open >= max) return false;
      counts.set(place, open + 1);
      socket.once('close', () => {
        const left = (counts.get(place) ?? 1) - 1;
        if (left > 0) counts.set(place, left);
        else counts.delete(place);
      });
      return true;
    },
  };
}
