import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { changedSince } from '../../domain/history/changed-since.ts';
import { differencesOf } from '../../domain/history/differences.ts';
import type { LiveDocument } from '../document/document-view.ts';
import { Emitter, type Observable, ObservableValue } from '../observable.ts';
import type { FollowedChange, NotUndone, TakenBack, Undo, Undoable, UndoState } from './undo.ts';

/** So many changes of a page can be undone. */
export const undoLimit = 50;
/** So many changes by others are remembered, to say who changed the same since. */
const newsLimit = 200;

/** Made by the page for the person, without a gesture of theirs. */
const byItself: ReadonlySet<Change['type']> = new Set(['team.columns']);

interface News {
  readonly version: number;
  readonly paths: readonly string[];
}

type Open = (kind: DocumentKind, team: string, document: string) => Pick<LiveDocument, 'get' | 'change'>;

export class UndoStack implements Undo {
  readonly #open: Open;
  readonly #state = new ObservableValue<UndoState>({ undo: null, redo: null });
  readonly #notUndone = new Emitter<NotUndone>();
  #undos: readonly Undoable[] = [];
  #redos: readonly Undoable[] = [];
  /** The ids of changes that were taken back, or can't be. */
  readonly #taken = new Set<string>();
  /** The latest changes by others, by document. */
  readonly #news = new Map<string, readonly News[]>();

  constructor(open: Open) {
    this.#open = open;
  }

  get state(): Observable<UndoState> {
    return this.#state;
  }

  /** A gesture made a change. What was undone before can't be redone after it. */
  record(made: Undoable): void {
    if (byItself.has(made.change.type)) return;
    this.#keep([...this.#undos, made].slice(-undoLimit), []);
  }

  undo(): TakenBack {
    return this.#takeLast(this.#undos);
  }

  redo(): TakenBack {
    return this.#takeLast(this.#redos);
  }

  /** Takes back one change, as the message about it offers. */
  takeBack(made: Undoable): TakenBack {
    if (this.#taken.has(made.id)) return { type: 'nothing' };
    // it may be more than the last 50 changes ago
    return this.#take(this.#undos.find(({ id }) => id === made.id) ?? made);
  }

  onNotUndone(listener: (why: NotUndone) => void): () => void {
    return this.#notUndone.on(listener);
  }

  /** The server refused the change, or what took it back: neither is there anymore. */
  refused(id: string): void {
    this.#drop(id);
  }

  /** A change was confirmed otherwise than it was shown: what it did, and so what takes it back, may be different. */
  follow({ team, document, version, id, change, before, after }: FollowedChange): void {
    const own = this.#all.find((each) => each.id === id);
    if (own) {
      const undo = inverse(before, change, after);
      if (undo) this.#replace({ ...own, change, undo, paths: pathsOf(before, after) });
      else this.#drop(id);
      return;
    }
    const isWatched = this.#all.some((each) => each.team === team && each.document === document);
    if (!isWatched) return;
    const name = `${team}/${document}`;
    const news = { version, paths: pathsOf(before, after) };
    this.#news.set(name, [...(this.#news.get(name) ?? []), news].slice(-newsLimit));
  }

  /** Another person has this page now. */
  clear(): void {
    this.#news.clear();
    this.#taken.clear();
    this.#keep([], []);
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
    this.#drop(id);
    this.#taken.add(id);
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
    this.#notUndone.emit(why);
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

  #drop(id: string): void {
    const rest = (list: readonly Undoable[]) => list.filter((each) => each.id !== id);
    this.#keep(rest(this.#undos), rest(this.#redos));
  }

  #keep(undos: readonly Undoable[], redos: readonly Undoable[]): void {
    this.#undos = undos;
    this.#redos = redos;
    const next = { undo: lastOf(undos), redo: lastOf(redos) };
    const { undo, redo } = this.#state.get();
    if (next.undo !== undo || next.redo !== redo) this.#state.set(next);
  }
}

/** The parts of a document that differ. */
export const pathsOf = (before: DocumentBody | null, after: DocumentBody | null): readonly string[] =>
  before && after ? [...differencesOf(before, after).keys()] : [];

/** The same part, or one of them in the other: a person on a position that was deleted. */
const isSamePart = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

const lastOf = (list: readonly Undoable[]): string | null => list[list.length - 1]?.description ?? null;
