import { type Change, type DocumentBody, type DocumentKind, fitsUnseen } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { missedRows } from '../../domain/day/planning-changes.ts';
import { changedSince, differencesOf } from '../../domain/history/differences.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { KeyValueStorage } from '../device/choices.ts';
import type { LiveDocument, MessageAbout } from '../document/document-view.ts';
import { Emitter, ObservableValue } from '../observable.ts';
import type { DocumentPlace, MadeChange } from '../outbox/outbox-storage.ts';
import { RecentMap } from '../recent-map.ts';

export interface Undoable extends MadeChange {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly undo: Change;
  readonly description: string;
  readonly paths: readonly string[];
  readonly version?: number;
}

type FollowedChange = Omit<MessageAbout<'changed'>, 'type'> & {
  readonly before: DocumentBody | null;
  readonly after: DocumentBody | null;
};

export type NotUndone =
  /** Somebody else changed the same since; `version` is their change, where it is known. */
  | (DocumentPlace & { readonly type: 'overtaken'; readonly version: number | null })
  | { readonly type: 'refused'; readonly problem: Problem };

/** Somebody who had not seen a change of this page made one after it, and that one counts. */
export interface Overruled extends DocumentPlace {
  readonly version: number;
  readonly at: number;
}

export type TakenBack =
  | NotUndone
  | { readonly type: 'done'; readonly id: string; readonly description: string }
  | { readonly type: 'nothing' };

export interface UndoState {
  readonly undo: string | null;
  readonly redo: string | null;
}

export const undoLimit = 50;
/** So many changes by others are remembered, to say who changed the same since: a board is open for weeks. */
const newsLimit = 200;
/** People at a shared tablet in one day, and not all of the crew that was ever there. */
const mostAway = 20;
/** In characters: what a tab keeps of them until it is closed. A browser allows some millions for everything. */
const keptLimit = 500_000;
const key = 'undo';

/** Made by the page for the person, without a gesture of theirs. */
const byItself: ReadonlySet<Change['type']> = new Set(['team.columns']);

interface Kept {
  readonly user: string;
  readonly undos: readonly Undoable[];
  readonly redos: readonly Undoable[];
}

interface Keeping {
  /** Of the tab; null keeps nothing when the page is loaded again. */
  readonly session: KeyValueStorage | null;
  /** Runs once the tap that made a change is over; the function returned cancels it. */
  readonly soon: (run: () => void) => () => void;
}

type Open = (
  kind: DocumentKind,
  team: string,
  document: string,
) => Pick<LiveDocument, 'get' | 'change' | 'subscribe'>;

export class UndoStack {
  readonly #open: Open;
  readonly state = new ObservableValue<UndoState>({ undo: null, redo: null });
  readonly notUndone = new Emitter<NotUndone>();
  readonly overruled = new Emitter<Overruled>();
  /** How many rows of a plan of this page had no effect, since somebody else was first. */
  readonly missed = new Emitter<number>();
  #undos: readonly Undoable[] = [];
  #redos: readonly Undoable[] = [];
  /** Ids of changes: what offers to take one back doesn't stay for that many. */
  readonly #taken = new RecentMap<string, true>(newsLimit);
  readonly #news = new Map<string, readonly Pick<Undoable, 'version' | 'paths'>[]>();

  readonly #keeping: Keeping;
  #user: string | null = null;
  /** Of those who were at a shared tablet before, and may come back. */
  readonly #away = new RecentMap<string, Pick<Kept, 'undos' | 'redos'>>(mostAway);
  #cancelStoring: (() => void) | null = null;

  constructor(open: Open, keeping: Keeping) {
    this.#open = open;
    this.#keeping = keeping;
  }

  /** Somebody else is at a shared tablet, or nobody: what each did is theirs alone to take back. */
  passTo(user: string | null): void {
    if (this.#user !== null) this.#away.set(this.#user, { undos: this.#undos, redos: this.#redos });
    this.clear();
    this.#user = user;
    const own = user === null ? undefined : this.#away.get(user);
    if (own) this.#show(own.undos, own.redos);
  }

  belongTo(user: string | null): void {
    this.#user = user;
    this.#away.clear();
    const { session } = this.#keeping;
    const text = session?.getItem(key) ?? null;
    if (text === null) return;
    const kept: Kept = JSON.parse(text);
    if (kept.user !== user) return void session?.removeItem(key);
    this.#show(kept.undos, kept.redos);
    // By the next press, they are loaded. Not before the device's copies are known to be this person's.
    this.#keeping.soon(() => {
      for (const { kind, team, document } of this.#all) this.#open(kind, team, document).subscribe(() => {});
    });
  }

  /** A gesture made a change. What was undone before can't be redone after it. */
  record(made: Undoable): void {
    if (byItself.has(made.change.type)) return;
    this.#keep([...this.#undos, made].slice(-undoLimit), []);
  }

  undo(): TakenBack {
    return this.#takeLast(this.#undos);
  }

  /** Whether something in a document, by its name, can be taken back or done again. */
  isAbout(name: string): boolean {
    return this.#all.some(({ team, document }) => `${team}/${document}` === name);
  }

  isLast(change: string): boolean {
    return this.#undos[this.#undos.length - 1]?.id === change;
  }

  redo(): TakenBack {
    return this.#takeLast(this.#redos);
  }

  takeBack(made: Undoable): TakenBack {
    if (this.#taken.has(made.id)) return { type: 'nothing' };
    // it may be more than the last 50 changes ago
    return this.#take(this.#undos.find(({ id }) => id === made.id) ?? made);
  }

  accepted(id: string, version: number): void {
    const own = this.#all.find((each) => each.id === id);
    if (own) this.#replace({ ...own, version });
  }

  /** A change was confirmed otherwise than it was shown: what it did, and so what takes it back, may be different. */
  follow(followed: FollowedChange): void {
    const { team, document, version, id, change, before, after } = followed;
    const own = this.#all.find((each) => each.id === id);
    if (own) {
      if (own.change.type === 'plan.take' && after?.kind === 'layout') {
        const missed = missedRows(after, own.change);
        if (missed > 0) this.missed.emit(missed);
      }
      const undo = inverse(before, change, after);
      if (undo) this.#replace({ ...own, change, undo, paths: pathsOf(before, after) });
      else this.drop(id);
      return;
    }
    // Otherwise each change of others would be compared, on each screen of the store.
    const name = `${team}/${document}`;
    if (!this.isAbout(name)) return;
    for (const other of this.#news.keys()) if (!this.isAbout(other)) this.#news.delete(other);
    const news = { version, paths: pathsOf(before, after) };
    this.#news.set(name, [...(this.#news.get(name) ?? []), news].slice(-newsLimit));
    if (this.#isOverruling(followed)) this.overruled.emit({ team, document, version, at: followed.at });
  }

  /** Whether a change of this page stood before it, and no longer does, and its author could not know. */
  #isOverruling({ team, document, before, after, seen }: FollowedChange): boolean {
    if (seen === undefined || before?.kind !== 'layout' || after === null) return false;
    return this.#undos.some((own) => {
      const isUnseen = own.version !== undefined && own.version > seen;
      const isThere = own.team === team && own.document === document;
      return isUnseen && isThere && stands(before, own) && !stands(after, own);
    });
  }

  clear(): void {
    this.#news.clear();
    this.#taken.clear();
    this.#cancelStoring?.();
    this.#cancelStoring = null;
    this.#show([], []);
  }

  get #all(): readonly Undoable[] {
    return [...this.#undos, ...this.#redos];
  }

  #takeLast(list: readonly Undoable[]): TakenBack {
    const made = list[list.length - 1];
    return made ? this.#take(made) : { type: 'nothing' };
  }

  #take(made: Undoable): TakenBack {
    const isRedo = this.#redos.includes(made);
    const { team, document, kind, id, description } = made;
    const opened = this.#open(kind, team, document);
    if (opened.get().state === 'loading' && !fitsUnseen(made.undo)) {
      return this.#tell({ type: 'refused', problem: { code: 'network-request-failed' } });
    }
    this.drop(id);
    this.#taken.set(id, true);
    const view = opened.get();
    const since = view.state === 'ready' ? changedSince(view.body, made) : [];
    if (since === null || since.length > 0) {
      const version = this.#culprit(made, since ?? made.paths);
      return this.#tell({ type: 'overtaken', team, document, version });
    }
    const taken = opened.change(made.undo, id);
    if (!taken.ok) return this.#tell({ type: 'refused', problem: taken.problem });
    const { id: undoId, undo } = taken.value;
    if (undoId !== null && undo) {
      const back: Undoable = { ...made, id: undoId, change: made.undo, undo };
      if (isRedo) this.#keep([...this.#undos, back].slice(-undoLimit), this.#redos);
      else this.#keep(this.#undos, [...this.#redos, back]);
    }
    return { type: 'done', id, description };
  }

  #tell(why: NotUndone): NotUndone {
    this.notUndone.emit(why);
    return why;
  }

  #culprit({ team, document }: Undoable, since: readonly string[]): number | null {
    const news = this.#news.get(`${team}/${document}`) ?? [];
    const found = [...news]
      .reverse()
      .find(({ paths }) => paths.some((path) => since.some((other) => isSamePart(path, other))));
    return found?.version ?? null;
  }

  #replace(made: Undoable): void {
    const replaced = (list: readonly Undoable[]) => list.map((each) => (each.id === made.id ? made : each));
    this.#keep(replaced(this.#undos), replaced(this.#redos));
  }

  /** It is taken back now, or the server refused it, or what took it back: it is not there anymore. */
  drop(id: string): void {
    const rest = (list: readonly Undoable[]) => list.filter((each) => each.id !== id);
    this.#keep(rest(this.#undos), rest(this.#redos));
  }

  #keep(undos: readonly Undoable[], redos: readonly Undoable[]): void {
    this.#show(undos, redos);
    if (this.#keeping.session !== null) this.#cancelStoring ??= this.#keeping.soon(() => this.#store());
  }

  #show(undos: readonly Undoable[], redos: readonly Undoable[]): void {
    this.#undos = undos;
    this.#redos = redos;
    const next = { undo: lastOf(undos), redo: lastOf(redos) };
    const { undo, redo } = this.state.get();
    if (next.undo !== undo || next.redo !== redo) this.state.set(next);
  }

  #store(): void {
    this.#cancelStoring = null;
    if (this.#user === null) return void this.#keeping.session?.removeItem(key);
    for (let count = undoLimit; count > 0; count = Math.floor(count / 2)) {
      const [undos, redos] = [this.#undos.slice(-count), this.#redos.slice(-count)];
      const text = JSON.stringify({ user: this.#user, undos, redos } satisfies Kept);
      if (text.length <= keptLimit) return void this.#keeping.session?.setItem(key, text);
    }
  }
}

export const pathsOf = (before: DocumentBody | null, after: DocumentBody | null): readonly string[] =>
  before && after ? [...differencesOf(before, after).keys()] : [];

const stands = (body: DocumentBody, made: Undoable): boolean => changedSince(body, made)?.length === 0;

/** The same part, or one of them in the other: a person on a position that was deleted. */
const isSamePart = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

const lastOf = (list: readonly Undoable[]): string | null => list[list.length - 1]?.description ?? null;
