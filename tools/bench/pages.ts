import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  answerWithin,
  attemptPatience,
  goodAfter,
  pingEvery,
  retryDelay,
} from '../../client/connection/connection.ts';
import { continued, livePath, protocol } from '../../contract/live.ts';
import { changesOf, layoutOfTheBench, type Mix } from './changes.ts';

/** How the load reaches a server: the product's, or the floor, which asks for no cookie. */
export interface Target {
  readonly port: number;
  readonly cookie: string;
  readonly team: string;
  /** The address it comes from: each has a limited number of ports. */
  readonly from?: string;
}

type Page = Awaited<ReturnType<typeof openPage>>;

interface PageOptions {
  /** Long messages come in parts, as the product's own pages want them. */
  readonly parts?: boolean;
  /** Milliseconds until the attempt is given up, and later a connection on which a ping isn't answered in time. */
  readonly within?: number;
}

/**
 * A live connection that looks at what comes in as little as it can, since it runs on the same machine. Resolves once the
 * server has greeted it.
 */
export async function openPage({ port, cookie, from }: Target, { parts, within }: PageOptions = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, {
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
    handshakeTimeout: within,
    localAddress: from,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const listeners = new Set<(type: string, text: () => string) => void>();
  let before: string[] = [];
  let isSilent = false;
  socket.on('message', (data: Buffer) => {
    isSilent = false;
    const isPart = data[0] === continued.charCodeAt(0);
    if (isPart) before.push(data.toString('utf8', 1));
    if (isPart) return;
    const first = before;
    before = [];
    const text = () => [...first, data.toString()].join('');
    const start = first[0] ?? data.toString('latin1', 0, 40);
    const type = start.slice(typeAt, start.indexOf('"', typeAt));
    for (const listener of listeners) listener(type, text);
  });
  socket.on('error', () => socket.terminate());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const say = (message: object | string) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };
  const ping = () => {
    isSilent = true;
    say({ type: 'ping' });
    next = setTimeout(() => {
      if (isSilent && within !== undefined) return socket.terminate();
      next = setTimeout(ping, pingEvery - answerWithin);
    }, answerWithin);
  };
  let next = setTimeout(ping, (1 + Math.random()) * pingEvery);
  socket.once('close', () => clearTimeout(next));

  let epoch = '';
  /** `text`: where the message is needed, and not only its type. */
  const listen = (listener: (type: string, text: () => string) => void) => void listeners.add(listener);
  /** Resolves with the first `count` messages of these types, or when the page is disconnected. */
  const heard = (types: readonly string[], count = 1) =>
    new Promise<void>((resolve) => {
      let left = count;
      const look = (type: string) => {
        if (types.includes(type)) left -= 1;
        if (left > 0) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      void closed.then(resolve);
    });
  listen((type, text) => {
    if (type === 'hello') epoch = JSON.parse(text()).epoch;
  });
  const late = within === undefined ? undefined : setTimeout(() => socket.terminate(), within);
  const greeted = heard(['me', 'problem']);
  socket.once('open', () => say({ type: 'hello', protocol, parts }));
  await greeted;
  clearTimeout(late);
  if (socket.readyState !== WebSocket.OPEN) throw new Error('The server turned the page away.');
  return { epoch, closed, say, listen, heard };
}

/** All messages begin with their type. */
const typeAt = '{"type":"'.length;

/** Opens a page that watches a document, and calls at each change of it. */
export async function watch(target: Target, document: string, onChanged: () => void): Promise<void> {
  const page = await openPage(target);
  page.listen((type) => {
    if (type === 'changed') onChanged();
  });
  const shown = page.heard(['snapshot']);
  page.say({ type: 'watch', team: target.team, document });
  await shown;
  void page.closed.then(() => {
    throw new Error('A page was disconnected.');
  });
}

/** Writes to a document: resolves when that is answered. */
export type Write = (document: string) => Promise<void>;

/** How many changes of each document of each team this process has sent. */
const sent = new Map<string, number>();

export async function openWriter(
  target: Target,
  mix: Mix,
  onRefused: () => void = () => {
    throw new Error('A change was refused.');
  },
): Promise<Write> {
  const changeAt = changesOf(mix, layoutOfTheBench('2026-11-21'));
  const { team } = target;
  const page = await openPage(target);
  // Answers come in the order of what was sent.
  const waiting: (() => void)[] = [];
  page.listen((type) => {
    if (type === 'refused') onRefused();
    if (type === 'refused' || type === 'accepted') waiting.shift()?.();
  });
  return (document) => {
    const key = `${team}/${document}`;
    const count = sent.get(key) ?? 0;
    sent.set(key, count + 1);
    const id = `${process.pid}-${document}-${count}`;
    page.say({ type: 'change', team, document, id, change: changeAt(count) });
    return new Promise((resolve) => waiting.push(resolve));
  };
}

export type CrowdPage = ReturnType<typeof openCrowdPage>;

/**
 * One of many pages: it connects again as the product's pages do, and asks only for what it missed. It watches its team and
 * the layout `document`. `target` is asked for at each attempt.
 */
export function openCrowdPage(target: () => Target, document: string) {
  const versions = new Map<string, number>();
  const waiting: ((isAccepted: boolean) => void)[] = [];
  let epoch = '';
  let page: Page | null = null;
  let isBack = false;
  let connections = 0;

  async function live(): Promise<void> {
    for (let failures = 0; ; failures++) {
      const opened = await openPage(target(), { parts: true, within: attemptPatience(failures) }).catch(
        () => null,
      );
      if (opened) {
        const since = performance.now();
        await stay(opened);
        if (performance.now() - since >= goodAfter) failures = 0;
      }
      await wait(retryDelay(failures, Math.random()));
    }
  }

  async function stay(opened: Page): Promise<void> {
    page = opened;
    const { team } = target();
    const watched = [team, document];
    let missing = watched.length;
    opened.listen((type, text) => {
      if (type === 'snapshot' || type === 'current') {
        const [, shown = '', version] = /"document":"([^"]+)","version":(\d+)/.exec(text()) ?? [];
        versions.set(shown, Number(version));
        missing -= 1;
        if (missing > 0) return;
        isBack = true;
        connections++;
      }
      if (type === 'changed') versions.set(document, (versions.get(document) ?? 0) + 1);
      if (type === 'accepted' || type === 'refused') waiting.shift()?.(type === 'accepted');
    });
    for (const each of watched) {
      const since = opened.epoch === epoch ? versions.get(each) : undefined;
      opened.say({ type: 'watch', team, document: each, ...(since !== undefined && { since, epoch }) });
    }
    epoch = opened.epoch;
    await opened.closed;
    isBack = false;
    page = null;
    waiting.length = 0;
  }

  void live();
  return {
    /** Its watches are answered on the present connection. */
    isBack: () => isBack,
    /** How often they were. */
    connections: () => connections,
    /** Resolves when the change is answered, with whether it was accepted. Null without a connection. */
    change({ id, change }: { readonly id: string; readonly change: object }): Promise<boolean> | null {
      if (!page || !isBack) return null;
      page.say({ type: 'change', team: target().team, document, id, change });
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
