import { changeKey } from '../../contract/changes.ts';
import { type DocumentBody, type DocumentKind, replay } from '../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import {
  type DocumentCommit,
  type DocumentRef,
  type DocumentStore,
  DuplicateChange,
  type HistoryPosition,
  type ListColumns,
  type LoadedDocument,
  type StoredChange,
  VersionConflict,
} from '../../server/database/document-store.ts';
import type {
  AccessTokenStore,
  LogoStore,
  MemberStore,
  PendingPropagation,
  ReachStore,
  RevokedToken,
  Store,
  StoredAccessToken,
  StoredLogo,
  StoredMember,
} from '../../server/database/store.ts';
import { memoryInvitations, type Parted, type RemoveLinks } from './memory-invitations.ts';
import { memorySchedule } from './memory-schedule.ts';
import { memorySecurityLog, type RecordEntries } from './memory-security-log.ts';

interface Kept extends DocumentRef {
  kind: DocumentKind;
  columns: ListColumns;
  changes: StoredChange[];
  /** Of all changes. */
  ids: Set<string>;
  /** Versions without content. */
  compacted: Set<number>;
  snapshot: { version: number; body: DocumentBody | null };
}

/**
 * A store that keeps what the others keep, as long as the process runs, and answers before anything else happens: so
 * that a world in simulated time goes the same way again. It passes the suite that all stores pass.
 */
export function memoryStore(): Store {
  const stored = memoryDocuments();
  const securityLog = memorySecurityLog({ ofTeam: (team) => members.ofTeam(team) });
  const record: RecordEntries = (...entries) =>
    void securityLog.append(entries.filter((each) => each !== undefined));
  const members = memoryMembers((user, team) => invitations.removeLinks(user, team), record);
  const logos = memoryLogos(stored);
  const reaches = memoryReaches();
  const schedule = memorySchedule(stored.hasTeam, record);
  const documents: DocumentStore = {
    ...stored,
    async deleteTeam(team, entry) {
      for (const each of [stored, members, invitations, accessTokens, logos, schedule, reaches])
        each.deleteTeam(team);
      record(entry);
    },
  };
  const invitations = memoryInvitations(members, documents, record);
  const accessTokens = memoryAccessTokens(record);
  return {
    epoch: 'memory',
    documents,
    members,
    invitations,
    accessTokens,
    logos,
    schedule,
    reaches,
    probe: async () => {},
    securityLog,
    close: async () => {},
  };
}

function memoryReaches(): ReachStore & { deleteTeam(team: string): void } {
  const ofTeams = new Map<string, PendingPropagation>();
  return {
    async put(reach) {
      const open = ofTeams.get(reach.team) ?? reach;
      if (open.id === reach.id) ofTeams.set(reach.team, copy(reach));
      return open.id === reach.id;
    },
    find: async (team) => ofTeams.get(team) ?? null,
    all: async () => [...ofTeams.values()],
    async remove(team, id) {
      if (ofTeams.get(team)?.id === id) ofTeams.delete(team);
    },
    deleteTeam: (team) => void ofTeams.delete(team),
  };
}

/** Serialized and parsed, so that nothing is shared with the writer. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function memoryDocuments(): Omit<DocumentStore, 'deleteTeam'> & Parted & { hasTeam(team: string): boolean } {
  const documents = new Map<string, Kept>();
  const find = ({ team, document }: DocumentRef) => documents.get(`${team}/${document}`);

  /** As they are read to be applied. */
  function changesAfter(name: DocumentRef, after: number, limit = -1): readonly StoredChange[] {
    const { changes, compacted } = find(name) ?? { changes: [], compacted: new Set() };
    // Version 1 is the first.
    const wanted = changes.slice(after).filter(({ version }) => !compacted.has(version));
    return copy(wanted.slice(0, limit < 0 ? undefined : limit).map(({ record: _, ...change }) => change));
  }

  function check({ from, changes, ...name }: DocumentCommit): void {
    const kept = find(name);
    if ((kept?.changes.length ?? 0) !== from) throw new VersionConflict(`${name.document} is not at ${from}`);
    changes.forEach((each, index) => {
      if (each.version !== from + 1 + index) throw new RangeError(`version ${each.version} leaves a gap`);
      if (kept?.ids.has(each.id)) throw new DuplicateChange(`${each.id} is there`);
    });
  }

  function write({ team, document, kind, from, changes, columns, snapshot }: DocumentCommit): void {
    const kept: Kept = find({ team, document }) ?? {
      team,
      document,
      kind,
      columns: { name: null, area: null, date: null },
      changes: [],
      ids: new Set(),
      compacted: new Set(),
      snapshot: { version: 0, body: null },
    };
    kept.columns = columns ?? kept.columns;
    kept.changes.push(...copy(changes));
    for (const { id } of changes) kept.ids.add(id);
    if (snapshot) kept.snapshot = { version: from + changes.length, body: copy(snapshot) };
    documents.set(`${team}/${document}`, kept);
  }

  function load(name: DocumentRef): LoadedDocument | null {
    const kept = find(name);
    if (!kept) return null;
    const { version, body, skipped } = replay(
      copy(kept.snapshot),
      copy(kept.changes.slice(kept.snapshot.version)),
    );
    return body && { version, body, ...(skipped.length > 0 && { skipped }) };
  }

  return {
    hasTeam: (team) => find({ team, document: team }) !== undefined,
    load: async (name) => load(name),
    async commit(batch) {
      batch.forEach(check);
      batch.forEach(write);
    },
    async writeSnapshots(snapshots) {
      for (const { version, body, ...name } of snapshots) {
        const kept = find(name);
        if (kept && kept.snapshot.version < version) kept.snapshot = { version, body: copy(body) };
      }
    },
    changesAfter: async (name, after, limit) => changesAfter(name, after, limit),
    versions: async (names) => names.map((name) => find(name)?.changes.length ?? 0),
    async changeKey(name, version) {
      const change = find(name)?.changes[version - 1];
      return change ? changeKey(change) : null;
    },
    async *changes(name) {
      yield* changesAfter(name, 0);
    },
    async findChange(name, id) {
      const found = find(name)?.changes.find((each) => each.id === id);
      if (!found) return null;
      const { record: _, ...change } = copy(found);
      return { ...change, change: find(name)?.compacted.has(found.version) ? null : change.change };
    },
    history: async ({ team, document, before, from }, limit) =>
      [...documents.values()]
        .filter((each) => each.team === team && (document ?? each.document) === each.document)
        .flatMap(({ document: id, changes, compacted }) =>
          changes
            .filter(({ version }) => !compacted.has(version))
            .map(({ version, by, at, record = null }) => ({ document: id, version, by, at, record })),
        )
        .filter(({ version, at }) => at >= from && (document === undefined || version < before.version))
        .filter((row) => document !== undefined || compareRows(row, before) < 0)
        .sort((a, b) => (document === undefined ? compareRows(b, a) : b.version - a.version))
        .slice(0, limit)
        .map(copy),
    // Nothing takes less room here.
    documentsToPack: async () => [],
    packHistory: async () => false,
    async historyStart(name) {
      const { kind, changes, compacted } = find(name) ?? {
        kind: 'layout',
        changes: [],
        compacted: new Set(),
      };
      if (kind === 'layout' || compacted.size === 0) return null;
      const { version, body } = replay({ version: 0, body: null }, changes.slice(0, Math.max(...compacted)));
      return body && { version, body };
    },
    async compactHistory(team, { about, before }) {
      for (const kept of documents.values()) {
        const loaded = load(kept);
        if (kept.team !== team || !loaded || loaded.skipped) continue;
        kept.snapshot = loaded;
        for (const { version, at, change } of kept.changes) {
          const isKept = isAboutBreaksOrSeats(change) !== (about === 'breaks-and-seats');
          if (at < before && !isKept) kept.compacted.add(version);
        }
      }
      return false;
    },
    async clearLog() {},

    async rewriteDocument(name, rewriting) {
      const kept = find(name);
      if (!kept) return;
      kept.changes = kept.changes.map((each) => {
        const next = kept.compacted.has(each.version)
          ? null
          : rewriting.change(copy(each.change), copy(each.record ?? null));
        const { record: _, ...rest } = each;
        return next ? { ...rest, change: next.change, ...(next.record && { record: next.record }) } : each;
      });
      const { version, body } = kept.snapshot;
      kept.snapshot = { version, body: (body && rewriting.body(copy(body))) ?? body };
    },
    teams: async () => [...documents.values()].filter(({ kind }) => kind === 'team').map(({ team }) => team),
    list: async (team, kind, dates) =>
      [...documents.values()]
        .filter((each) => each.team === team && each.kind === kind && each.columns.name !== null)
        .filter(
          ({ columns: { date } }) => !dates || (date !== null && dates.from <= date && date <= dates.to),
        )
        .map(({ document, columns }) => ({ id: document, ...columns }))
        .sort((a, b) => compare(a.date, b.date) || compare(a.name, b.name) || compare(a.id, b.id)),
    idsOf: async (team, kind) =>
      [...documents.values()]
        .filter((each) => each.team === team && each.kind === kind)
        .map(({ document }) => document)
        .sort(),
    count: async (team) => [...documents.values()].filter((each) => each.team === team).length,
    deleteTeam(team) {
      for (const [key, each] of documents) if (each.team === team) documents.delete(key);
    },
  };
}

const compare = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;

const compareRows = (a: HistoryPosition, b: HistoryPosition): number =>
  a.at - b.at || compare(a.document, b.document) || a.version - b.version;

function memoryMembers(removeLinks: RemoveLinks, record: RecordEntries): MemberStore & Parted {
  const members = new Map<string, StoredMember>();
  const departed = new Set<string>();
  const withSecondFactor = new Set<string>();
  const key = (team: string, user: string) => `${team}/${user}`;
  const inOrder = (fits: (member: StoredMember) => boolean) =>
    [...members.values()].filter(fits).sort((a, b) => a.joinedAt - b.joinedAt);
  const isLastManager = ({ team, user, role }: StoredMember) =>
    role === 'manager' &&
    inOrder((each) => each.team === team && each.user !== user && each.role === 'manager').length === 0;
  const lastManagerOf = (user: string) =>
    inOrder((each) => each.user === user)
      .filter(isLastManager)
      .map(({ team }) => team);
  return {
    role: async (team, user) => members.get(key(team, user))?.role ?? null,
    requiresSecondFactor: async (team) => withSecondFactor.has(team),
    async requireSecondFactor(team, isRequired, entry) {
      if (isRequired) withSecondFactor.add(team);
      else withSecondFactor.delete(team);
      record(entry);
    },
    ofTeam: async (team) => inOrder((each) => each.team === team),
    ofUser: async (user) => inOrder((each) => each.user === user),
    async add(member, entry) {
      const name = key(member.team, member.user);
      if (members.has(name) || departed.has(member.user)) return false;
      members.set(name, member);
      record(entry);
      return true;
    },
    async setRole(team, user, role, entry) {
      const member = members.get(key(team, user));
      if (member && role !== 'manager' && isLastManager(member)) return false;
      if (member) members.set(key(team, user), { ...member, role });
      if (member && role !== 'manager') removeLinks(user, team);
      if (member && member.role !== role) record(entry);
      return true;
    },
    async remove(team, user, entry) {
      const member = members.get(key(team, user));
      if (member && isLastManager(member)) return false;
      members.delete(key(team, user));
      removeLinks(user, team);
      if (member) record(entry);
      return true;
    },
    lastManagerOf: async (user) => lastManagerOf(user),
    async removeEverywhere(user, entriesOf = () => []) {
      if (lastManagerOf(user).length > 0) return false;
      const teams = inOrder((each) => each.user === user).map(({ team }) => team);
      for (const team of teams) members.delete(key(team, user));
      record(...entriesOf(teams));
      removeLinks(user);
      departed.add(user);
      return true;
    },
    deleteTeam(team) {
      withSecondFactor.delete(team);
      for (const [name, each] of members) if (each.team === team) members.delete(name);
    },
  };
}

function memoryLogos(documents: Pick<DocumentStore, 'versions'>): LogoStore & Parted {
  let logos: readonly StoredLogo[] = [];
  const drop = (isDropped: (logo: StoredLogo) => boolean) => {
    logos = logos.filter((each) => !isDropped(each));
  };
  return {
    async put(logo) {
      drop((each) => each.team === logo.team && each.id === logo.id);
      logos = [...logos, logo];
    },
    find: async (team, id) => logos.find((each) => each.team === team && each.id === id) ?? null,
    remove: async (team, id) => drop((each) => each.team === team && each.id === id),
    async keepOnly(team, id, version) {
      const [current] = await documents.versions([{ team, document: team }]);
      if (current === version) drop((each) => each.team === team && each.id !== id);
    },
    deleteTeam: (team) => drop((each) => each.team === team),
  };
}

function memoryAccessTokens(record: RecordEntries): AccessTokenStore & Parted {
  const tokens = new Map<string, StoredAccessToken>();
  const revoked = new Map<string, RevokedToken>();
  const removeWhere = (goes: (token: StoredAccessToken) => boolean) => {
    for (const each of tokens.values()) if (goes(each)) tokens.delete(each.secretHash);
  };
  return {
    async add(token, entry) {
      tokens.set(token.secretHash, token);
      record(entry);
    },
    find: async (secretHash) => tokens.get(secretHash) ?? null,
    ofUser: async (user) =>
      [...tokens.values()]
        .filter((each) => each.user === user)
        .sort((a, b) => b.createdAt - a.createdAt || compare(a.id, b.id)),
    async used(secretHash, at) {
      const token = tokens.get(secretHash);
      if (token) tokens.set(secretHash, { ...token, lastUsedAt: at });
    },
    findRevoked: async (secretHash) => revoked.get(secretHash) ?? null,
    async revoke(user, id, entryOf) {
      const removed = [...tokens.values()].find((each) => each.user === user && each.id === id);
      if (!removed) return;
      tokens.delete(removed.secretHash);
      revoked.set(removed.secretHash, { user, name: removed.name });
      record(entryOf?.(removed));
    },
    removeExpired: async (user, now) => removeWhere((each) => each.user === user && each.expiresAt <= now),
    deleteTeam: (team) => removeWhere((each) => each.team === team),
  };
}
