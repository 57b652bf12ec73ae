import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WebSocket } from 'ws';
import { register } from '../../contract/account.ts';
import { getDocument, listLayouts } from '../../contract/documents.ts';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { startProcess } from '../servers/real-process.ts';
import { newTeam, person, type Visitor, visit } from '../servers/running-server.ts';
import { joinTeam } from '../servers/team-members.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';

/** How many changes each author has on the way at a time. */
const IN_FLIGHT = 12;
const AUTHORS = ['Ana', 'Ben', 'Cleo'];
/** The whole history is replayed every so many rounds; its changes are counted in each. */
const REPLAY_EVERY = 20;

interface Sent {
  readonly id: string;
  readonly document: string;
  readonly change: Change;
  /** Null until it was acknowledged. */
  version: number | null;
}

interface Author {
  readonly jar: Map<string, string>;
  /** In the order they were made. Those without a version are sent again after a restart, in this order. */
  readonly sent: Sent[];
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Changes that were stored when their author was not told before the kill. */
  readonly storedUnseen: number;
  /** Sentences; empty if nothing went wrong. */
  readonly faults: readonly string[];
}

/**
 * Kills a server with SIGKILL while several people change the same layouts through its sockets, again and again, and
 * compares what it acknowledged with what it has after each kill.
 */
export async function killServer(
  rounds: number,
  seed: number,
  onRound: (round: number) => void = () => {},
): Promise<KillReport> {
  const random = new SeededRandom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-kills-'));
  const faults: string[] = [];
  let storedUnseen = 0;
  try {
    let server = await startServer(dataDir);
    const restaurant = await openRestaurant(server.address);
    const { authors } = restaurant;
    for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
      await write(server, restaurant, random, random.between(1, 90));
      storedUnseen += audit(dataDir, restaurant, faults);
      if (round % REPLAY_EVERY === 0) replay(dataDir, faults);
      onRound(round);
      server = await startServer(dataDir);
    }
    await write(server, restaurant, random, null);
    audit(dataDir, restaurant, faults);
    replay(dataDir, faults);
    const acknowledged = authors.flatMap(({ sent }) => sent).filter(({ version }) => version !== null);
    return { kills: rounds, acknowledged: acknowledged.length, storedUnseen, faults };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface RealServer extends ReturnType<typeof startProcess> {
  readonly address: string;
}

async function startServer(dataDir: string): Promise<RealServer> {
  const server = startProcess('main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
  const line = await Promise.race([
    new Promise<string>((resolve) => server.child.stdout.once('data', (data) => resolve(String(data)))),
    server.ended.then(({ stderr }) => stderr),
  ]);
  const address = /^Lineup is at (\S+)\n/.exec(line)?.[1];
  if (address === undefined) throw new Error(`The server did not start: ${line}`);
  return { ...server, address };
}

interface Restaurant {
  readonly team: string;
  readonly authors: readonly Author[];
  readonly makeChange: (random: SeededRandom) => Pick<Sent, 'document' | 'change'>;
}

async function openRestaurant(address: string): Promise<Restaurant> {
  const people: { visitor: Visitor; author: Author }[] = [];
  for (const name of AUTHORS) {
    const author: Author = { jar: new Map(), sent: [] };
    const visitor = visit(address, author.jar);
    await visitor.call(register, { body: person(name) });
    people.push({ visitor, author });
  }
  const [{ visitor: manager }, ...others] = people as [(typeof people)[0], ...typeof people];
  const team = await newTeam(manager, { sample: true });
  for (const { visitor } of others) await joinTeam(manager, team, 'lead', visitor);
  const query = { from: '2026-01-01', to: '2026-03-31' };
  const rows = (await manager.call(listLayouts, { params: { team }, query })).value.layouts;
  const layouts = rows.length > 0 ? rows : await today(manager, team);
  const document = layouts[0]?.id ?? '';
  const { body } = (await manager.call(getDocument, { params: { team, document } })).value;
  if (body.kind !== 'layout') throw new Error(body.kind);
  const shifts = body.shifts.map(({ id }) => id);
  return {
    team,
    authors: people.map(({ author }) => author),
    makeChange(random) {
      // One in eight changes the team as well as a layout's neighbours: a commit of several documents.
      const name = `Store ${random.between(1, 999)}`;
      if (random.happens(0.05)) return { document: team, change: { type: 'area.add', name } };
      const note = `note ${random.between(1, 999_999)}`;
      return { document, change: { type: 'shift.edit', shift: random.pick(shifts) ?? '', note } };
    },
  };
}

/** The sample layout is on the day that the team has now. */
async function today(manager: Visitor, team: string) {
  const day = 86_400_000;
  const dateAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = { from: dateAt(Date.now() - 2 * day), to: dateAt(Date.now() + 2 * day) };
  return (await manager.call(listLayouts, { params: { team }, query })).value.layouts;
}

/** Lets everyone write until so many changes were acknowledged, then kills the server; null: until all are. */
async function write(
  server: RealServer,
  restaurant: Restaurant,
  random: SeededRandom,
  acknowledgedBeforeKill: number | null,
): Promise<void> {
  let left = acknowledgedBeforeKill ?? Number.POSITIVE_INFINITY;
  const onAcknowledged = () => {
    left -= 1;
    if (left === 0) server.child.kill('SIGKILL');
  };
  const isLast = acknowledgedBeforeKill === null;
  await Promise.all(
    restaurant.authors.map((author) => writeAs(author, server, restaurant, random, onAcknowledged, isLast)),
  );
  if (isLast) server.child.kill('SIGTERM');
  await server.ended;
}

/** Resolves when the connection is closed: by the kill, or because all changes were acknowledged. */
function writeAs(
  author: Author,
  { address }: RealServer,
  { team, makeChange }: Restaurant,
  random: SeededRandom,
  onAcknowledged: () => void,
  isLast: boolean,
): Promise<void> {
  const cookie = [...author.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${address.replace('http', 'ws')}/live`, { headers: { cookie } });
  const waiting = new Map<string, Sent>();

  function send(sent: Sent): void {
    waiting.set(sent.id, sent);
    const { id, document, change } = sent;
    socket.send(JSON.stringify({ type: 'change', team, document, id, change }));
  }

  function sendNew(): void {
    const sent: Sent = { id: `change-${random.between(1, 2 ** 40)}`, ...makeChange(random), version: null };
    author.sent.push(sent);
    send(sent);
  }

  function onGreeted(): void {
    for (const each of author.sent) if (each.version === null) send(each);
    while (!isLast && waiting.size < IN_FLIGHT) sendNew();
    if (waiting.size === 0) socket.close();
  }

  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', protocol })));
  socket.on('message', (data) => {
    const message: ServerMessage = JSON.parse(String(data));
    if (message.type === 'me') onGreeted();
    if (message.type !== 'accepted' && message.type !== 'refused') return;
    const sent = waiting.get(message.id);
    if (!sent) return;
    waiting.delete(message.id);
    // What is refused has no effect, and is not sent again.
    if (message.type === 'refused') author.sent.splice(author.sent.indexOf(sent), 1);
    else {
      sent.version = message.version;
      onAcknowledged();
    }
    if (isLast && waiting.size === 0) socket.close();
    else if (!isLast && socket.readyState === socket.OPEN) sendNew();
  });
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

/**
 * Every acknowledged change is there once with its version, each author's changes are in the order they were made, and
 * versions have no gaps. Returns how many were stored without their author knowing.
 */
function audit(dataDir: string, { authors }: Restaurant, faults: string[]): number {
  const database = new DatabaseSync(join(dataDir, 'lineup.db'));
  try {
    const integrity = database.prepare('pragma integrity_check').get()?.integrity_check;
    if (integrity !== 'ok') faults.push(`The file is damaged: ${integrity}`);
    const stored = new Map<string, number>();
    const last = new Map<string, number>();
    for (const row of database.prepare('select document_id, version, id from changes order by 1, 2').all()) {
      const [document, version, id] = [
        String(row.document_id),
        Number(row.version),
        `${row.document_id}/${row.id}`,
      ];
      if (version !== (last.get(document) ?? 0) + 1)
        faults.push(`Version ${version} of ${document} follows a gap.`);
      if (stored.has(id)) faults.push(`${id} is stored twice.`);
      last.set(document, version);
      stored.set(id, version);
    }
    for (const row of database.prepare('select id, version from documents').all()) {
      if (last.get(String(row.id)) !== row.version) faults.push(`${row.id} is not at its last change.`);
    }
    return authors.reduce((unseen, author) => unseen + auditAuthor(author, stored, faults), 0);
  } finally {
    database.close();
  }
}

function auditAuthor({ sent }: Author, stored: ReadonlyMap<string, number>, faults: string[]): number {
  const lastVersions = new Map<string, number>();
  let unseen = 0;
  for (const { id, document, version } of sent) {
    const found = stored.get(`${document}/${id}`);
    if (version !== null && found !== version)
      faults.push(`${id} was acknowledged as ${version}, not ${found}.`);
    if (version === null && found !== undefined) unseen += 1;
    if (found === undefined) continue;
    if (found <= (lastVersions.get(document) ?? 0))
      faults.push(`${id} overtook an earlier change of its author.`);
    lastVersions.set(document, found);
  }
  return unseen;
}

function replay(dataDir: string, faults: string[]): void {
  const { damage, documentProblems } = checkDatabase(join(dataDir, 'lineup.db'));
  faults.push(...damage, ...documentProblems);
}
