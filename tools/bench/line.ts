import { once } from 'node:events';
import { connect } from 'node:net';

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

export async function open(
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
export function heard(line: Line, text: string): Promise<string> {
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
export function answersOf(line: Line, mark: string): { next(): Promise<void>; answer(count: number): void } {
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
export const sayAlive = (line: Line): void => line.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
