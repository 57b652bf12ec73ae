import { once } from 'node:events';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import type { Visitor } from '../servers/running-server.ts';

interface History {
  /** Ids of the changes that came while it was connected, by their versions. */
  readonly heard: ReadonlyMap<number, string>;
  readonly faults: readonly string[];
}

/** A page that watches a team, and comes back whenever its connection breaks. It checks that each version comes once. */
export interface Watcher {
  /** For each epoch. */
  readonly histories: readonly History[];
  /** Each message with something new while it was connected: the oldest version in it, and when it came. */
  readonly news: readonly { readonly oldest: number; readonly at: number }[];
  /** For how long it was away, each time, in milliseconds. */
  readonly absences: readonly number[];
  version(): number;
  /** The team's name. */
  shows(): string;
  stop(): Promise<void>;
}

const pause = 100;

export function watchTeam(visitor: Pick<Visitor, 'live'>, team: string): Watcher {
  const histories: { heard: Map<number, string>; faults: string[] }[] = [];
  const news: { oldest: number; at: number }[] = [];
  const absences: number[] = [];
  let version = 0;
  let shown = '';
  let epoch: string | undefined;
  let leftAt: number | null = performance.now();
  let isStopped = false;
  let close = () => {};

  function hear(message: ServerMessage): void {
    const { heard, faults } = histories.at(-1) ?? startHistory();
    if (message.type === 'snapshot' || message.type === 'current') {
      if (message.version < version) faults.push(`version ${message.version} came after ${version}`);
      if (leftAt === null) news.push({ oldest: version + 1, at: performance.now() });
      else absences.push(performance.now() - leftAt);
      version = message.version;
      if (message.type === 'snapshot' && message.body.kind === 'team') shown = message.body.name;
      leftAt = null;
    }
    if (message.type === 'changed') {
      if (message.version !== version + 1) faults.push(`version ${message.version} came after ${version}`);
      version = message.version;
      heard.set(version, message.id);
      if (message.change.type === 'team.rename') shown = message.change.name;
      news.push({ oldest: version, at: performance.now() });
    }
    if (message.type === 'gone' && message.why !== 'unreadable') faults.push(`gone: ${message.why}`);
  }

  function startHistory() {
    const history = { heard: new Map<number, string>(), faults: [] };
    histories.push(history);
    return history;
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
        if (epoch !== message.epoch) {
          startHistory();
          version = 0;
        }
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
    ...{ histories, news, absences },
    version: () => version,
    shows: () => shown,
    async stop() {
      isStopped = true;
      close();
      await watching;
    },
  };
}
