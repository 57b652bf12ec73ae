import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** Resolves to the next letter that was not taken yet, as it came over the wire, with soft line breaks undone. */
  next(): Promise<{ readonly to: readonly string[]; readonly text: string }>;
  /** How many came so far. */
  readonly count: number;
  close(): Promise<void>;
}

/** A real mail server, which greets nobody before `opens`. It knows nobody at `unknown.example`. */
export async function openMailbox(opens: Promise<void> = Promise.resolve()): Promise<Mailbox> {
  const letters: { to: string[]; text: string }[] = [];
  const waiting: ((letter: { to: string[]; text: string }) => void)[] = [];
  let count = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onConnect: (_, greet) => void opens.then(() => greet()),
    onRcptTo({ address }, _, answer) {
      if (address.endsWith('@unknown.example')) {
        const refusal = Object.assign(new Error('No such mailbox here'), { responseCode: 550 });
        return answer(refusal);
      }
      answer();
    },
    onData(stream, { envelope }, taken) {
      let raw = '';
      stream.on('data', (part) => {
        raw += String(part);
      });
      stream.on('end', () => {
        const text = raw
          .replace(/=\r?\n/g, '')
          .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        const letter = { to: envelope.rcptTo.map(({ address }) => address), text };
        count += 1;
        const wanted = waiting.shift();
        if (wanted) wanted(letter);
        else letters.push(letter);
        taken();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    next() {
      const letter = letters.shift();
      return letter ? Promise.resolve(letter) : new Promise((resolve) => waiting.push(resolve));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A server that takes connections and never says a word. */
export async function openSilence(): Promise<{ port: number; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
