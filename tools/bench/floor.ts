// The least that durable live updates can cost on this machine: a line appended to a file, one fdatasync shared by what
// arrived in the meantime, then an event of about 150 bytes to every listener. It has no documents, rules or people.
import { fdatasync, openSync, write } from 'node:fs';
import { promisify } from 'node:util';
import { type WebSocket, WebSocketServer } from 'ws';

const [, , file = ''] = process.argv;
const log = openSync(file, 'a');
const append = promisify((text: string, done: (error: Error | null) => void) => write(log, text, done));
const sync = promisify(fdatasync);

const rooms = new Map<string, Set<WebSocket>>();
let waiting: { readonly room: string; readonly line: string; readonly author: WebSocket }[] = [];
let isRunning = false;

async function run(): Promise<void> {
  isRunning = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await append(group.map(({ line }) => `${line}\n`).join(''));
    await sync(log);
    for (const { room, line, author } of group) {
      for (const listener of rooms.get(room) ?? []) listener.send(line);
      author.send('{"type":"accepted"}');
    }
  }
  isRunning = false;
}

function receive(socket: WebSocket, text: string): void {
  const { type, document: room, id } = JSON.parse(text);
  if (type === 'hello') socket.send('{"type":"hello","epoch":"floor"}');
  if (type === 'hello') socket.send('{"type":"me"}');
  if (type === 'ping') socket.send('{"type":"pong"}');
  if (type === 'watch') {
    const listeners = rooms.get(room) ?? new Set();
    rooms.set(room, listeners.add(socket));
    socket.on('close', () => listeners.delete(socket));
    socket.send('{"type":"snapshot"}');
  }
  if (type !== 'change') return;
  const line = `{"type":"changed","room":"${room}","id":"${id}","op":"toggleBreak","shift":"s07","pad":"${'x'.repeat(70)}"}`;
  waiting.push({ room, line, author: socket });
  if (!isRunning) void run();
}

const server = new WebSocketServer({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4_096 });
server.on('connection', (socket) => socket.on('message', (data) => receive(socket, String(data))));
server.on('listening', () => console.log('The floor listens'));
