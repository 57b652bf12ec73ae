import { apply } from '../domain/apply.ts';
import type { DocumentBody, DocumentKind } from '../domain/change.ts';
import {
  type DocumentCommit,
  type DocumentName,
  type DocumentStore,
  DuplicateChange,
  type InvitationStore,
  type ListColumns,
  type MemberStore,
  type Store,
  type StoredChange,
  type StoredDocument,
  type StoredInvitation,
  type StoredMember,
  VersionConflict,
} from '../server/store/store.ts';

interface Kept extends DocumentName {
  kind: DocumentKind;
  columns: ListColumns;
  changes: StoredChange[];
  snapshot: { version: number; body: DocumentBody | null };
}

/**
 * A store that keeps what the others keep, as long as the process runs, and answers before anything else happens: so
 * that a world in simulated time goes the same way again. It passes the suite that all stores pass.
 */
export function memoryStore(): Store {
  return {
    epoch: 'memory',
    documents: memoryDocuments(),
    members: memoryMembers(),
    invitations: memoryInvitations(),
    close: async () => {},
  };
}

/** As text and back, so that nothing is shared with whoever wrote it. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function memoryDocuments(): DocumentStore {
  const documents = new Map<string, Kept>();
  const find = ({ team, document }: DocumentName) => documents.get(`${team}/${document}`);

  function check({ from, changes, ...name }: DocumentCommit): void {
    const kept = find(name);
    if ((kept?.changes.length ?? 0) !== from) throw new VersionConflict(`${name.document} is not at ${from}`);
    changes.forEach((each, index) => {
      if (each.version !== from + 1 + index) throw new RangeError(`version ${each.version} leaves a gap`);
      if (kept?.changes.some(({ id }) => id === each.id)) throw new DuplicateChange(`${each.id} is there`);
    });
  }

  function write({ team, document, kind, from, changes, columns, snapshot }: DocumentCommit): void {
    const kept: Kept = find({ team, document }) ?? {
      team,
      document,
      kind,
      columns: { name: null, area: null, date: null },
      changes: [],
      snapshot: { version: 0, body: null },
    };
    kept.columns = columns ?? kept.columns;
    kept.changes.push(...copy(changes));
    if (snapshot) kept.snapshot = { version: from + changes.length, body: copy(snapshot) };
    documents.set(`${team}/${document}`, kept);
  }

  function load(name: DocumentName): StoredDocument | null {
    const kept = find(name);
    if (!kept) return null;
    let body = copy(kept.snapshot.body);
    for (const { version, change } of kept.changes.slice(kept.snapshot.version)) {
      const outcome = apply(body, copy(change));
      if (!outcome.ok) throw new Error(`Version ${version} of ${name.document}: ${outcome.problem.code}`);
      body = outcome.value;
    }
    return body && { version: kept.changes.length, body };
  }

  return {
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
    changesAfter: async (name, after, limit) =>
      copy(find(name)?.changes.slice(after, limit < 0 ? undefined : after + limit) ?? []),
    findChange: async (name, id) => copy(find(name)?.changes.find((each) => each.id === id) ?? null),
    list: async (team, kind, date) =>
      [...documents.values()]
        .filter((each) => each.team === team && each.kind === kind)
        .filter((each) => date === undefined || each.columns.date === date)
        .map(({ document, columns }) => ({ id: document, ...columns }))
        .sort((a, b) => compare(a.date, b.date) || compare(a.name, b.name) || compare(a.id, b.id)),
  };
}

const compare = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;

function memoryMembers(): MemberStore {
  const members = new Map<string, StoredMember>();
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
    ofTeam: async (team) => inOrder((each) => each.team === team),
    ofUser: async (user) => inOrder((each) => each.user === user),
    async add(member) {
      const name = key(member.team, member.user);
      if (members.has(name)) return false;
      members.set(name, member);
      return true;
    },
    async setRole(team, user, role) {
      const member = members.get(key(team, user));
      if (member && role !== 'manager' && isLastManager(member)) return false;
      if (member) members.set(key(team, user), { ...member, role });
      return true;
    },
    async remove(team, user) {
      const member = members.get(key(team, user));
      if (member && isLastManager(member)) return false;
      members.delete(key(team, user));
      return true;
    },
    lastManagerOf: async (user) => lastManagerOf(user),
    async removeEverywhere(user) {
      if (lastManagerOf(user).length > 0) return false;
      for (const { team } of inOrder((each) => each.user === user)) members.delete(key(team, user));
      return true;
    },
  };
}

function memoryInvitations(): InvitationStore {
  const invitations = new Map<string, StoredInvitation>();
  return {
    add: async (invitation) => void invitations.set(invitation.tokenHash, invitation),
    find: async (tokenHash) => invitations.get(tokenHash) ?? null,
  };
}
