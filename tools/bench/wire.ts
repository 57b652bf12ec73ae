import { randomBytes } from 'node:crypto';
import { livePath, protocol } from '../../contract/live.ts';
import { changesOf, type Mix } from './changes.ts';
import { answersOf, count, heard, type Line, open, say, sayAlive } from './line.ts';
import { layoutOfTheBench, type Target } from './servers.ts';

/** Someone who listens to a room and calls at each event of it. */
export type Watch = (room: string, onEvents: (count: number) => void) => Promise<void>;
/** Someone who writes to a room: resolves when that is acknowledged. */
export type Write = (room: string) => Promise<void>;

export interface Wire {
  readonly watch: Watch;
  /** Presses breaks if nothing else is said. */
  openWriter(mix?: Mix): Promise<Write>;
}

export interface LineupWire extends Wire {
  /** Someone who pings: resolves when that is answered. */
  openPinger(): Promise<() => Promise<void>>;
}

/**
 * The load's end of both protocols, on bare sockets and as little work as possible, since it runs on the same machine:
 * events are counted by a mark that each of them has once.
 */
export const wireOf = (target: Target, onRefused?: (count: number) => void): Wire =>
  target.system === 'lineup' ? lineupWire(target, onRefused) : floorWire(target);

function floorWire({ port }: Target): Wire {
  return {
    async watch(room, onEvents) {
      const socket = await open(port);
      const ready = heard(socket, ':ok');
      socket.write(`GET /live?room=${room} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      await ready;
      count(socket, 'data: ', onEvents);
    },
    async openWriter() {
      const socket = await open(port);
      const waiting = answersOf(socket, 'HTTP/1.1 204');
      return (room) => {
        const body = JSON.stringify({ room, by: 'ben', pad: 'x'.repeat(60) });
        socket.write(
          `POST /w HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        return waiting.next();
      };
    },
  };
}

/** The server hangs up on pages that send nothing for half a minute. */
const aliveEvery = 20_000;

const writerId = randomBytes(6).toString('hex');
/** How many changes of each room of each team were sent. */
const sent = new Map<string, number>();

export interface Page {
  readonly port: number;
  readonly cookie: string;
  readonly from?: string;
  readonly mayBreak?: boolean;
  readonly within?: number;
  /** Long messages come in parts, as the product's own pages want them. */
  readonly parts?: boolean;
}

/** The live connection of a page that is signed in, once the server has greeted it; and the history it named. */
export async function openLive({ port, cookie, parts, ...options }: Page): Promise<Line & { epoch: string }> {
  const socket = await open(port, options);
  const upgraded = heard(socket, '\r\n\r\n');
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${livePath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${cookie}\r\n` +
      `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  if (!(await upgraded).startsWith('HTTP/1.1 101')) {
    socket.close();
    throw new Error('The server turned the page away.');
  }
  const greeted = heard(socket, '"type":"me"');
  say(socket, { type: 'hello', protocol, parts });
  const epoch = /"epoch":"([^"]+)"/.exec(await greeted)?.[1] ?? '';
  socket.keep();
  return Object.assign(socket, { epoch });
}

export function lineupWire(
  { port, cookie, team, from }: Target & { system: 'lineup' },
  onRefused: (count: number) => void = failForRefusals,
): LineupWire {
  const layout = layoutOfTheBench('2026-11-21');
  const openPage = async () => {
    const socket = await openLive({ port, cookie, from });
    const timer = setInterval(() => sayAlive(socket), aliveEvery).unref();
    socket.onClose(() => clearInterval(timer));
    return socket;
  };

  return {
    async watch(room, onEvents) {
      const socket = await openPage();
      const shown = heard(socket, '"type":"snapshot"');
      say(socket, { type: 'watch', team, document: room });
      await shown;
      count(socket, '"type":"changed"', onEvents);
    },
    async openPinger() {
      const socket = await openPage();
      const waiting = answersOf(socket, '"type":"pong"');
      return () => {
        say(socket, { type: 'ping' });
        return waiting.next();
      };
    },
    async openWriter(mix = 'presses') {
      const changeAt = changesOf(mix, layout);
      const socket = await openPage();
      const waiting = answersOf(socket, '"type":"accepted"');
      count(socket, '"type":"refused"', (marks) => {
        onRefused(marks);
        waiting.answer(marks);
      });
      return (room) => {
        const key = `${team}/${room}`;
        const count = sent.get(key) ?? 0;
        sent.set(key, count + 1);
        const id = `${writerId}-${room}-${count}`;
        say(socket, { type: 'change', team, document: room, id, change: changeAt(count) });
        return waiting.next();
      };
    },
  };
}

function failForRefusals(): void {
  throw new Error('A change was refused.');
}
