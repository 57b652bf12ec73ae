import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { livePath, protocol } from '../../contract/live.ts';
import { changesOf, type Mix } from './changes.ts';
import { layoutOfTheBench, type Target } from './servers.ts';

/** A connection that hands what comes in to its listeners, without the work of a stream. */
export interface Line {
  write(bytes: string | Buffer): void;
  /** The bytes are only valid during the call. */
  readonly listeners: Set<(data: Buffer) => void>;
  onClose(listener: () => void): void;
  keep(): void;
  close(): void;
}

/** What is read from one connection is handled before the next one is read. */
const inbox = Buffer.alloc(65_536);

interface LineOptions {
  /** The address it comes from: each has a limited number of ports. */
  readonly from?: string;
  /** Without it, a connection that breaks ends the process. */
  readonly mayBreak?: boolean;
  /** Milliseconds until it is given up, unless `keep` is called. */
  readonly within?: number;
}

async function open(
  port: number,
  { from = '127.0.0.1', mayBreak = false, within }: LineOptions = {},
): Promise<Line> {
  const listeners: Line['listeners'] = new Set();
  const callback = (length: number) => {
    const data = inbox.subarray(0, length);
    for (const listener of listeners) listener(data);
    return true;
  };
  const where = { port, host: '127.0.0.1', localAddress: from, noDelay: true };
  const socket = connect({ ...where, onread: { buffer: inbox, callback } });
  const late = new Error('It took too long.');
  const timer = within === undefined ? undefined : setTimeout(() => socket.destroy(late), within);
  socket.once('close', () => clearTimeout(timer));
  await once(socket, 'connect');
  if (mayBreak) socket.on('error', () => socket.destroy());
  return {
    write: (bytes) => void socket.write(bytes),
    listeners,
    onClose: (listener) => void socket.on('close', listener),
    keep: () => clearTimeout(timer),
    close: () => void socket.destroy(),
  };
}

/** Resolves with what has come in when the text has. */
function heard(line: Line, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = '';
    line.onClose(() => reject(new Error(`Hung up: ${all.slice(0, 200)}`)));
    line.listeners.add(function look(data) {
      all += data.toString('latin1');
      if (!all.includes(text)) return;
      line.listeners.delete(look);
      resolve(all);
    });
  });
}

/** Calls with how often the mark came in, cut in two by the network or not. */
export function count(line: Line, mark: string, onMarks: (count: number) => void): void {
  const bytes = Buffer.from(mark);
  let rest = '';
  line.listeners.add((data) => {
    const text = rest === '' ? data : Buffer.concat([Buffer.from(rest), data]);
    let marks = 0;
    let end = 0;
    for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, end)) {
      marks += 1;
      end = at + bytes.length;
    }
    rest = beginningOf(mark, text.toString('latin1', Math.max(end, text.length - mark.length + 1)));
    if (marks > 0) onMarks(marks);
  });
}

/** The beginning of a mark that a text ends with. */
function beginningOf(mark: string, text: string): string {
  for (let at = text.indexOf(mark.charAt(0)); at !== -1; at = text.indexOf(mark.charAt(0), at + 1)) {
    if (mark.startsWith(text.slice(at))) return text.slice(at);
  }
  return '';
}

/** Answers come in the order of what was sent. */
function answersOf(line: Line, mark: string): { next(): Promise<void>; answer(count: number): void } {
  const waiting: (() => void)[] = [];
  const answer = (marks: number) => {
    for (const resolve of waiting.splice(0, marks)) resolve();
  };
  count(line, mark, answer);
  return { answer, next: () => new Promise((resolve) => waiting.push(resolve)) };
}

/** One masked frame, as a browser sends it; the mask is zero, which changes nothing. */
export function say(line: Line, message: object): void {
  const text = Buffer.from(JSON.stringify(message));
  const isLong = text.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x81;
  head[1] = 0x80 | (isLong ? 126 : text.length);
  if (isLong) head.writeUInt16BE(text.length, 2);
  line.write(Buffer.concat([head, text]));
}

/** A pong that nobody asked for. */
const sayAlive = (line: Line): void => line.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));

/** Someone who listens to a room and calls at each event of it. */
type Watch = (room: string, onEvents: (count: number) => void) => Promise<void>;
/** Someone who writes to a room: resolves when that is acknowledged. */
export type Write = (room: string) => Promise<void>;

interface Wire {
  readonly watch: Watch;
  /** Presses breaks if nothing else is said. */
  openWriter(mix?: Mix): Promise<Write>;
}

interface LineupWire extends Wire {
  openPinger(): Promise<() => Promise<void>>;
}

/** On bare sockets with as little work as possible, since it runs on the same machine: a mark counts the events. */
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

interface Page {
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
