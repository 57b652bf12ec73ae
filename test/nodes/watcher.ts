import { once } from 'node:events';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import type { Visitor } from '../servers/running-server.ts';

/** A page that watches a team, and comes back whenever its connection breaks. It checks that each version comes once. */
export interface Watcher {
  /** Ids of the changes that came while it was connected, by their versions. */
  readonly heard: ReadonlyMap<number, string>;
  /** Each message with something new while it was connected: the oldest version in it, and when it came. */
  readonly news: readonly { readonly oldest: number; readonly at: number }[];
  readonly faults: readonly string[];
  /** For how long it was away, each time, in milliseconds. */
  readonly absences: readonly number[];
  version(): number;
  stop(): Promise<void>;
}

const pause = 100;

export function watchTeam(visitor: Pick<Visitor, 'live'>, team: string): Watcher {
  const heard = new Map<number, string>();
  const news: { oldest: number; at: number }[] = [];
  const faults: string[] = [];
  const absences: number[] = [];
  let version = 0;
  let epoch: string | undefined;
  let leftAt: number | null = performance.now();
  let isStopped = false;
  let close = () => {};

  function hear(message: ServerMessage): void {
    if (message.type === 'snapshot' || message.type === 'current') {
      if (message.version < version) faults.push(`version ${message.version} came after ${version}`);
      if (leftAt === null) news.push({ oldest: version + 1, at: performance.now() });
      else absences.push(performance.now() - leftAt);
      version = message.version;
      leftAt = null;
    }
    if (message.type === 'changed') {
      if (message.version !== version + 1) faults.push(`version ${message.version} came after ${version}`);
      version = message.version;
      heard.set(version, message.id);
      news.push({ oldest: version, at: performance.now() });
    }
    if (message.type === 'gone' && message.why !== 'unreadable') faults.push(`gone: ${message.why}`);
  }

  async function stay(): Promise<void> {
    const socket = await visitor.live();
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    close = () => socket.close();
    socket.on('message', (data) => {
      const message: ServerMessage = JSON.parse(String(data));
      if (message.type === 'hello') {
        const known = version > 0 && epoch === message.epoch ? { since: version, epoch } : {};
        epoch = message.epoch;
        socket.send(JSON.stringify({ type: 'watch', team, document: team, ...known }));
      } else hear(message);
      if (message.type === 'gone') socket.close();
    });
    socket.send(JSON.stringify({ type: 'hello', protocol }));
    if (isStopped) socket.close();
    await closed;
    leftAt ??= performance.now();
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await stay().catch(() => {});
      if (!isStopped) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  const watching = watch();
  return {
    ...{ heard, news, faults, absences },
    version: () => version,
    async stop() {
      isStopped = true;
      close();
      await watching;
    },
  };
}
