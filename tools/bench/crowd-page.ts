import { setTimeout as wait } from 'node:timers/promises';
import {
  answerWithin,
  attemptPatience,
  goodAfter,
  pingEvery,
  retryDelay,
} from '../../client/connection/connection.ts';
import { count, type Line, openLive, say } from './wire.ts';

/** One of many pages: it connects again as the product's pages do, and asks only for what it missed. */
export interface CrowdPage {
  /** Its watches are answered on the present connection. */
  isBack(): boolean;
  /** How often they were. */
  connections(): number;
  /** Resolves when the change is answered, with whether it was accepted. Null without a connection. */
  change(change: { readonly id: string; readonly change: object }): Promise<boolean> | null;
  close(): void;
}

interface CrowdPageOptions {
  readonly port: () => number;
  readonly cookie: string;
  readonly from?: string;
  readonly team: string;
  /** What it watches besides its team; its changes are of this one. */
  readonly layout: string;
  readonly onChanged?: (count: number) => void;
}

export function openCrowdPage(options: CrowdPageOptions): CrowdPage {
  const { cookie, from, team, layout, onChanged = () => {} } = options;
  const documents = [team, layout];
  const versions = new Map<string, number>();
  const waiting = new Map<string, (isAccepted: boolean) => void>();
  let epoch: string | undefined;
  let line: Line | null = null;
  let isBack = false;
  let isClosed = false;
  let failures = 0;
  let connections = 0;

  async function live(): Promise<void> {
    while (!isClosed) {
      await attempt().catch(() => {});
      isBack = false;
      line = null;
      if (!isClosed) await wait(retryDelay(failures++, Math.random()));
    }
  }

  async function attempt(): Promise<void> {
    const socket = await openLive({
      ...{
        port: options.port(),
        cookie,
        from,
        parts: true,
        mayBreak: true,
        within: attemptPatience(failures),
      },
    });
    if (isClosed) return socket.close();
    line = socket;
    const since = performance.now();
    const ended = new Promise<void>((resolve) => socket.onClose(resolve));
    readAnswers(socket);
    for (const document of documents) {
      const known = epoch === socket.epoch ? versions.get(document) : undefined;
      const resumed = known === undefined ? {} : { since: known, epoch };
      say(socket, { type: 'watch', team, document, ...resumed });
    }
    epoch = socket.epoch;
    const stopPinging = keepPinging(socket);
    await ended;
    stopPinging();
    if (performance.now() - since >= goodAfter) failures = 0;
  }

  /** A connection on which a ping isn't answered in time is given up. */
  function keepPinging(socket: Line): () => void {
    let isSilent = false;
    socket.listeners.add(() => {
      isSilent = false;
    });
    const ping = () => {
      isSilent = true;
      say(socket, { type: 'ping' });
      next = setTimeout(() => {
        if (isSilent) return socket.close();
        next = setTimeout(ping, pingEvery - answerWithin);
      }, answerWithin);
    };
    let next = setTimeout(ping, Math.random() * pingEvery);
    return () => clearTimeout(next);
  }

  /** Until both watches are answered the text is read, and then only counted. */
  function readAnswers(socket: Line): void {
    let text = '';
    const read = (data: Buffer) => {
      text += data.toString('latin1');
      for (const [, document = '', version] of text.matchAll(answers)) {
        versions.set(document, Number(version));
      }
      if (!documents.every((document) => text.includes(`"document":"${document}","version":`))) return;
      socket.listeners.delete(read);
      isBack = true;
      connections++;
      count(socket, '"type":"changed"', (changes) => {
        versions.set(layout, (versions.get(layout) ?? 0) + changes);
        onChanged(changes);
      });
    };
    socket.listeners.add(read);
    for (const kind of ['accepted', 'refused'] as const) {
      count(socket, `"type":"${kind}"`, (marks) => {
        for (const [id, answer] of [...waiting].slice(0, marks)) {
          waiting.delete(id);
          answer(kind === 'accepted');
        }
      });
    }
    socket.onClose(() => waiting.clear());
  }

  void live();
  return {
    isBack: () => isBack,
    connections: () => connections,
    change({ id, change }) {
      if (!line || !isBack) return null;
      say(line, { type: 'change', team, document: layout, id, change });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close() {
      isClosed = true;
      line?.close();
    },
  };
}

const answers = /"type":"(?:snapshot|current)","team":"[^"]+","document":"([^"]+)","version":(\d+)/g;
