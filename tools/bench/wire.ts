import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { livePath, protocol } from '../../contract/live.ts';
import { changesOf, type Mix } from './changes.ts';
import { layoutOfTheBench, type Target } from './servers.ts';

/** Someone who listens to a room and calls at each event of it. */
export type Watch = (room: string, onEvents: (count: number) => void) => Promise<Socket>;
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
export const wireOf = (target: Target): Wire =>
  target.system === 'floor' ? floorWire(target) : lineupWire(target);

function floorWire({ port }: Target): Wire {
  return {
    async watch(room, onEvents) {
      const socket = await open(port);
      const ready = heard(socket, ':ok');
      socket.write(`GET /live?room=${room} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      await ready;
      count(socket, 'data: ', onEvents);
      return socket;
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

const writerId = randomBytes(6).toString('hex');
/** How many changes of each room were sent. */
const sent = new Map<string, number>();

export function lineupWire(target: Target & { system: 'lineup' }): LineupWire {
  const { port, cookie, team } = target;
  const layout = layoutOfTheBench('2026-11-21');

  async function openLive(): Promise<Socket> {
    const socket = await open(port);
    const upgraded = heard(socket, '\r\n\r\n');
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET ${livePath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${cookie}\r\n` +
        `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await upgraded;
    const greeted = heard(socket, '"type":"me"');
    say(socket, { type: 'hello', protocol });
    await greeted;
    return socket;
  }

  return {
    async watch(room, onEvents) {
      const socket = await openLive();
      const shown = heard(socket, '"type":"snapshot"');
      say(socket, { type: 'watch', team, document: room });
      await shown;
      count(socket, '"type":"changed"', onEvents);
      return socket;
    },
    async openPinger() {
      const socket = await openLive();
      const waiting = answersOf(socket, '"type":"pong"');
      return () => {
        say(socket, { type: 'ping' });
        return waiting.next();
      };
    },
    async openWriter(mix = 'presses') {
      const changeAt = changesOf(mix, layout);
      const socket = await openLive();
      const waiting = answersOf(socket, '"type":"accepted"');
      count(socket, '"type":"refused"', () => {
        throw new Error('A change was refused.');
      });
      return (room) => {
        const count = sent.get(room) ?? 0;
        sent.set(room, count + 1);
        const id = `${writerId}-${room}-${count}`;
        say(socket, { type: 'change', team, document: room, id, change: changeAt(count) });
        return waiting.next();
      };
    },
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the text has come in. */
function heard(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let all = '';
    socket.on('close', () => reject(new Error(`Hung up: ${all.slice(0, 200)}`)));
    socket.on('data', function look(data) {
      all += data.toString('latin1');
      if (!all.includes(text)) return;
      socket.off('data', look);
      resolve();
    });
  });
}

/** Calls with how often the mark came in, cut in two by the network or not. */
function count(socket: Socket, mark: string, onMarks: (count: number) => void): void {
  const bytes = Buffer.from(mark);
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    const text = rest.length > 0 ? Buffer.concat([rest, data]) : data;
    let marks = 0;
    let end = 0;
    for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, end)) {
      marks += 1;
      end = at + bytes.length;
    }
    rest = text.subarray(Math.max(end, text.length - bytes.length + 1));
    if (marks > 0) onMarks(marks);
  });
}

/** Answers come in the order of what was sent. */
function answersOf(socket: Socket, mark: string): { next(): Promise<void> } {
  const waiting: (() => void)[] = [];
  count(socket, mark, (marks) => {
    for (const resolve of waiting.splice(0, marks)) resolve();
  });
  return { next: () => new Promise((resolve) => waiting.push(resolve)) };
}

/** One masked frame, as a browser sends it; the mask is zero, which changes nothing. */
function say(socket: Socket, message: object): void {
  const text = Buffer.from(JSON.stringify(message));
  const isLong = text.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x81;
  head[1] = 0x80 | (isLong ? 126 : text.length);
  if (isLong) head.writeUInt16BE(text.length, 2);
  socket.write(Buffer.concat([head, text]));
}
