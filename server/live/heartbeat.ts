import type { WebSocket } from 'ws';

/** In milliseconds. A page that sends nothing for a whole interval, not even a pong, is disconnected at the next beat. */
const interval = 30_000;

export interface Heartbeat {
  /** The page sent something, so it is there. */
  heard(): void;
  stop(): void;
}

interface HeartbeatOptions {
  /** A page must say hello within the first interval. */
  readonly isGreeted: () => boolean;
  readonly onBeat: () => void;
}

export function startHeartbeat(socket: WebSocket, { isGreeted, onBeat }: HeartbeatOptions): Heartbeat {
  let isAlive = true;

  function heard(): void {
    isAlive = true;
  }

  function beat(): void {
    if (!isAlive || !isGreeted()) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
    onBeat();
  }

  const timer = setInterval(beat, interval).unref();
  socket.on('pong', heard);
  return { heard, stop: () => clearInterval(timer) };
}
