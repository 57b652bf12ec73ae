import type { RefusedChange, WaitingChange } from '../../client/outbox/outbox-storage.ts';
import type { ServerMessage } from '../../contract/live.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import type { Notes } from '../../domain/notes/notes.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type { DocumentCommit } from '../../server/database/document-store.ts';
import type { Tab } from './device.ts';

/** Refusals that are about the moment, not about the change: they never settle what happens to it. */
export const passingRefusals: ReadonlySet<string> = new Set([
  'storage-failed',
  'too-busy',
  'too-many-changes',
  'signed-out',
]);

/** How long it may take until the pages of a removed member are told, in milliseconds. */
const longestNotice = 500;

/** A change that someone made in a tab. */
export interface MadeChange extends WaitingChange {
  readonly device: number;
  readonly tab: Tab;
  /** Counts the changes of the whole simulation. */
  readonly order: number;
  /** The device's disk has it, or could not take it. */
  disk: 'writing' | 'kept' | 'failed';
  /** Nobody has it but the tab it was made in, which ended. */
  mayBeLost: boolean;
  /** A tab of its device belonged to someone else since. */
  wasSealed: boolean;
  /** While it waited, an older version of the app was there that could not read it. Changes of that version overtook it. */
  wasUnreadable: boolean;
}

/** When the store went back to an older copy, and to which versions. */
interface Restore {
  readonly at: number;
  readonly versions: ReadonlyMap<string, number>;
}

/** What happened in a simulation, for the invariants. */
export class SimulationRecord {
  readonly made = new Map<string, MadeChange>();
  /** The version that a tab was told its change had made, by the change's id. */
  readonly accepted = new Map<
    string,
    { readonly document: string; readonly version: number; readonly restores: number }
  >();
  /** Changes whose author's device knows that they were accepted. */
  readonly acknowledged = new Set<string>();
  /** The last commit of each change. `restores`: how many there had been. */
  readonly committed = new Map<string, { document: string; version: number; restores: number }>();
  /** Refusals that a tab received, by the change's id. */
  readonly refused = new Map<string, Problem[]>();
  /** Changes that the server has refused for good, whether or not its answer arrived. */
  readonly refusedByServer = new Set<string>();
  /** The refusals that a person was told about. */
  readonly told = new Map<string, number>();
  readonly restores: Restore[] = [];
  /** Each person's role over time; null while they are not a member. */
  readonly roles: { readonly at: number; readonly user: string; readonly role: Role | null }[] = [];
  /** Invariants that were violated on the way. */
  readonly violations: string[] = [];
  /** The words that people added to notes, and the change that did. */
  readonly words: { readonly document: string; readonly word: string; readonly made: string }[] = [];
  #order = 0;

  violate(what: string): void {
    if (this.violations.length < 20) this.violations.push(what);
  }

  change(tab: Tab, change: WaitingChange): void {
    if (this.made.has(change.id)) return;
    const { index: device } = tab.device;
    this.made.set(change.id, {
      ...change,
      device,
      tab,
      order: this.#order++,
      disk: 'writing',
      mayBeLost: false,
      wasSealed: false,
      wasUnreadable: false,
    });
  }

  written(id: string, disk: 'kept' | 'failed'): void {
    const made = this.made.get(id);
    if (!made) return;
    made.disk = disk;
    const isShown = made.tab.isAlive && made.tab.user === made.user;
    if (disk === 'failed' && !isShown) made.mayBeLost = true;
  }

  /**
   * A tab ended, or its person signed out. What it had begun to write is written, but not after a power cut; what could
   * not be written is lost.
   */
  ended(tab: Tab, byPowerCut: boolean): void {
    for (const made of this.made.values()) {
      if (made.tab !== tab || made.disk === 'kept') continue;
      if (made.disk === 'failed' || byPowerCut) made.mayBeLost = true;
    }
  }

  /** A tab belongs to someone: what waits of others on its device is sealed, and what the server has is deleted. */
  sealed(device: number, user: string | null): void {
    for (const made of this.made.values()) {
      if (made.device === device && made.user !== user) made.wasSealed = true;
    }
  }

  /** What the device's tabs cannot read from now on. */
  unreadable(device: number, cannotRead: (change: WaitingChange['change']) => boolean): void {
    for (const made of this.made.values()) {
      if (made.device === device && !this.acknowledged.has(made.id) && cannotRead(made.change))
        made.wasUnreadable = true;
    }
  }

  /**
   * What a page that opens without the server has to show beyond a version: the changes of its person on its device, those
   * that were answered first. Null where that is not certain.
   */
  keptAfter(
    { device, user }: Tab,
    document: string,
    version: number,
  ): readonly WaitingChange['change'][] | null {
    if (this.restores.length > 0) return null;
    const own = [...this.made.values()].filter(
      (made) => made.document === document && made.device === device.index && made.user === user,
    );
    if (own.some((made) => made.disk !== 'kept' || made.wasUnreadable || made.wasSealed)) return null;
    // Refused when one copy of it came, and taken when another did.
    if (own.some(({ id }) => this.isRefused(id) && this.committed.has(id))) return null;
    const versionOf = (id: string) => this.committed.get(id)?.version ?? Number.POSITIVE_INFINITY;
    const missing = own.filter(({ id }) => !this.isRefused(id) && versionOf(id) > version);
    const isTaken = ({ id }: MadeChange) => 'taken' in (device.storage.kept.get(id) ?? { taken: true });
    const taken = missing.filter(isTaken).sort((one, other) => versionOf(one.id) - versionOf(other.id));
    return [...taken, ...missing.filter((made) => !isTaken(made))].map(({ change }) => change);
  }

  /** Remembers the words that the latest change added to notes. */
  noteWords(document: string): void {
    const made = [...this.made.values()].at(-1);
    if (!made || made.document !== document) return;
    for (const step of stepsOf(made.change)) {
      if (step.type !== 'notes.edit') continue;
      const [before, after] = [step.base, step.next].map(wordsIn) as [Set<string>, Set<string>];
      const words = [...after].filter((word) => !before.has(word));
      this.words.push(...words.map((word) => ({ document, word, made: made.id })));
    }
  }

  commit({ document, changes }: DocumentCommit): void {
    const restores = this.restores.length;
    for (const { id, version } of changes) this.committed.set(id, { document, version, restores });
  }

  /** An answer, or a change of this device that came back. Other messages are ignored. */
  heard(tab: Tab, text: string): void {
    if (text.startsWith('{"type":"changed"')) {
      // The id comes before the change, which is long.
      const [, id = ''] = /"id":"([^"]*)"/.exec(text) ?? [];
      this.#acknowledge(tab, id);
      return;
    }
    if (!/^\{"type":"(accepted|refused)"/.test(text)) return;
    const message = JSON.parse(text) as ServerMessage & { type: 'accepted' | 'refused' };
    const { id } = message;
    if (message.type === 'refused') {
      this.refused.set(id, [...(this.refused.get(id) ?? []), message.problem]);
      return;
    }
    this.#acknowledge(tab, id);
    // What a killed server had answered may arrive after the store was put back.
    const restores = this.committed.get(id)?.restores ?? this.restores.length;
    this.accepted.set(id, { document: message.document, version: message.version, restores });
  }

  #acknowledge(tab: Tab, id: string): void {
    if (this.made.get(id)?.device === tab.device.index) this.acknowledged.add(id);
  }

  /** Who is removed from the team hears nothing more of it, from a moment later on. Only they are told 'not-found'. */
  said(user: string | undefined, text: string, now: number): void {
    if (user && text.includes('"code":"not-found"')) {
      const roles = this.rolesWithin(user, now - longestNotice, now);
      if (!roles.includes(null)) this.violate(`${user} was refused as not-found, and was a member`);
    }
    const ofTeam = /^\{"type":"(snapshot|current|changed|listed|accepted)"/.exec(text)?.[1];
    if (user === undefined || !ofTeam) return;
    const roles = this.rolesWithin(user, now - longestNotice, now);
    if (roles.every((role) => role === null)) this.violate(`${user} was not a member, and heard ${ofTeam}`);
  }

  /** Was it refused for good, at least once? */
  isRefused(id: string): boolean {
    return this.refused.get(id)?.some(({ code }) => !passingRefusals.has(code)) ?? false;
  }

  /** Did its author get a refusal that the server really gave? A person who is not a member is told 'not-found'. */
  isSettledRefusal(id: string): boolean {
    if (!this.isRefused(id)) return false;
    return (
      this.refusedByServer.has(id) ||
      (this.refused.get(id)?.some(({ code }) => code === 'not-found') ?? false)
    );
  }

  tell({ document, change }: RefusedChange): void {
    const key = toldKey(document, change);
    this.told.set(key, (this.told.get(key) ?? 0) + 1);
  }

  wasTold({ document, change }: MadeChange): boolean {
    return this.told.has(toldKey(document, change));
  }

  /** Whether the change was committed, acknowledged, and then lost because an older copy of the store was restored. */
  wasLostByRestore(id: string): boolean {
    const committed = this.committed.get(id);
    if (!committed || !this.acknowledged.has(id)) return false;
    return this.wasRolledBack(committed.document, committed.version, committed.restores);
  }

  restoresBefore(now: number): number {
    return this.restores.filter(({ at }) => at <= now).length;
  }

  /** Whether a version that there was after so many restores was lost by a later one. */
  wasRolledBack(document: string, version: number, restores: number): boolean {
    return this.restores.slice(restores).some(({ versions }) => (versions.get(document) ?? 0) < version);
  }

  /** Whether every change that this tab's person made on its device is part of this version, or was refused. */
  isSettled(tab: Tab, document: string, version: number): boolean {
    if (this.restores.length > 0) return false;
    for (const made of this.made.values()) {
      if (made.document !== document || made.device !== tab.device.index || made.user !== tab.user) continue;
      const committed = this.acknowledged.has(made.id) && this.committed.get(made.id);
      if (committed ? committed.version > version : !this.isRefused(made.id)) return false;
    }
    return true;
  }

  /** Whether someone was not a member for a while. Their tabs learn of it one after the other. */
  wasRemoved(user: string): boolean {
    return this.roles.some((each) => each.user === user && each.role === null);
  }

  /** The roles that someone had at some moment of a period. */
  rolesWithin(user: string, from: number, to: number): readonly (Role | null)[] {
    const own = this.roles.filter((each) => each.user === user);
    const before = own.filter(({ at }) => at <= from).at(-1);
    return [before?.role ?? null, ...own.filter(({ at }) => from < at && at <= to).map(({ role }) => role)];
  }
}

const toldKey = (document: string, change: unknown): string => `${document} ${JSON.stringify(change)}`;

const wordsIn = (notes: Notes): Set<string> =>
  new Set(
    notes
      .map(({ insert }) => insert)
      .join('')
      .match(/w\d+\./g),
  );
