// The least that durable live updates can cost on this machine: a line appended to a file, one fdatasync shared by what
// arrived in the meantime, then an event of about 150 bytes to every listener. It has no documents, rules or people.
import { fdatasync, openSync, write } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';

interface Write {
  readonly room: string;
  readonly line: string;
  readonly answer: ServerResponse;
}

/** Resolves when the lines are on the disk. */
type Commit = (lines: readonly string[]) => Promise<void>;

function appendTo(file: string): Commit {
  const log = openSync(file, 'a');
  const append = promisify((text: string, done: (error: Error | null) => void) => write(log, text, done));
  const sync = promisify(fdatasync);
  return async (lines) => {
    await append(lines.map((line) => `${line}\n`).join(''));
    await sync(log);
  };
}

const [port, file = ''] = process.argv.slice(2);
const commit = appendTo(file);

const rooms = new Map<string, Set<ServerResponse>>();
let waiting: Write[] = [];
let running = false;

async function run(): Promise<void> {
  running = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await commit(group.map(({ line }) => line));
    for (const { room, line, answer } of group) {
      const event = Buffer.from(`data: ${line}\n\n`);
      for (const listener of rooms.get(room) ?? []) listener.write(event);
      answer.writeHead(204).end();
    }
  }
  running = false;
}

function listen(room: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':ok\n\n');
  response.socket?.setNoDelay(true);
  const listeners = rooms.get(room) ?? new Set();
  rooms.set(room, listeners.add(response));
  response.on('close', () => listeners.delete(response));
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
  if (pathname === '/live') return listen(searchParams.get('room') ?? '', response);
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { room, by } = JSON.parse(String(Buffer.concat(parts)));
    const padding = 'x'.repeat(70);
    const line = `{"room":"${room}","op":"toggleBreak","shift":"s07","on":true,"by":"${by}","pad":"${padding}"}`;
    waiting.push({ room, line, answer: response });
    if (!running) run();
  });
});
server.keepAliveTimeout = 120_000;
server.listen(Number(port), '127.0.0.1', 4_096, () => console.log('The floor listens'));
