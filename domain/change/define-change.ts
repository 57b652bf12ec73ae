import type * as z from 'zod/mini';
import type { BreakSlot } from '../day/break.ts';
import type { CallOut, Lateness, SkippedBreak } from '../day/shift.ts';
import type { Outcome } from '../problem/problem.ts';
import type { Change, SingleChange } from './change.ts';
import type { BodyOf, DocumentKind } from './document.ts';

export type Shape = Readonly<Record<string, z.core.$ZodType>>;
export type FieldsOf<Fields extends Shape> = [keyof Fields] extends [never]
  ? unknown
  : Readonly<z.output<z.ZodMiniObject<Fields>>>;

/**
 * Changes made one after the other. An interface, and named as the return type of every `inverse`: what a definition
 * returns would otherwise be part of its inferred type, which SingleChange is made of.
 */
export interface Steps extends ReadonlyArray<SingleChange> {}

export const stepsOf = (change: Change): readonly SingleChange[] =>
  change.type === 'batch' ? change.changes : [change];

export const mapSteps = <C extends Change>(change: C, map: (step: SingleChange) => SingleChange): C =>
  (change.type === 'batch' ? { ...change, changes: change.changes.map(map) } : map(change)) as C;

/** The least role that may make a change. 'server': no person may. */
export type LeastRole = 'lead' | 'manager' | 'server';

export interface Stamp {
  readonly now: number;
  readonly by: string;
}

/** What somebody said at a moment, and signed: that a person is out or late, or that a break won't be. */
export type Said = CallOut | Lateness | SkippedBreak;

/** What becomes of the records of a shift that a change brings: who did something, and when. */
export interface MapRecords {
  readonly taken: (shift: string, slot: BreakSlot) => BreakSlot;
  readonly said: <Each extends Said>(shift: string, said: Each) => Each;
}

/** All there is to one kind of change. It names things by id, says the wanted state, and carries its instants and ids. */
export interface ChangeDefinition<Kind extends DocumentKind, Fields extends Shape> {
  /** The fields besides `type`, on the wire and in history. */
  readonly fields: Fields;
  /** Narrower than `fields` where history holds what is not taken anymore. */
  readonly newFields?: Fields;
  readonly fits: readonly Kind[];
  readonly may: LeastRole | Readonly<Record<Kind, LeastRole>>;
  readonly create?: (change: FieldsOf<Fields>) => Outcome<BodyOf<Kind>>;
  /** A deleted document takes it too; it refuses the others. */
  readonly whenDeleted?: true;
  /** Can be made to a document that is not loaded: it always does the same. */
  readonly unseen?: true;
  /** The change as the server stores it. Records found by `mapRecords` are stamped without it. */
  readonly stamp?: (change: FieldsOf<Fields>, stamp: Stamp) => FieldsOf<Fields>;
  readonly mapRecords?: (change: FieldsOf<Fields>, map: MapRecords) => FieldsOf<Fields>;
  /** The next body or the problem. Stored changes go through it again; one that it refuses by then is left out of the document. */
  readonly apply: (body: BodyOf<Kind>, change: FieldsOf<Fields>) => Outcome<BodyOf<Kind>>;
  /** What takes it back, of a change that had an effect. Null when nothing can. */
  readonly inverse:
    | ((before: BodyOf<Kind>, change: FieldsOf<Fields>, after: BodyOf<Kind>) => Steps | null)
    | null;
  /** Goes through all shifts and seats of the day, which `costOf` counts. */
  readonly cleansUp?: true;
  /** How many things of the document it makes anew, or compares, besides those that it brings: `costOf` counts them, too. */
  readonly remakes?: (body: BodyOf<Kind>, change: FieldsOf<Fields>) => number;
}

/** Definitions for documents of these kinds; `may` says who makes the change where that isn't the usual role. */
export const changeOf =
  <Kind extends DocumentKind>(fits: readonly Kind[], usual: LeastRole) =>
  <const Fields extends Shape>(
    definition: Omit<ChangeDefinition<Kind, Fields>, 'fits' | 'may'> &
      Partial<Pick<ChangeDefinition<Kind, Fields>, 'may'>>,
  ): ChangeDefinition<Kind, Fields> => ({ fits, may: usual, ...definition });

export const teamChange = changeOf(['team'], 'manager');
export const templateChange = changeOf(['template'], 'manager');
export const dayChange = changeOf(['layout'], 'lead');
export const planChange = changeOf(['template', 'layout'], 'manager');
export const crewChange = changeOf(['crew'], 'manager');

/** In milliseconds. Changes wait offline for days. A time from before that is a wrong clock's, or made up. */
const longestWait = 30 * 24 * 3_600_000;

/** A change that is made at a moment: at a time that can be, else the server's, and by whom the server knows as its author. */
export const signed = <C extends { readonly at: number }>(change: C, { now, by }: Stamp): C => ({
  ...change,
  at: change.at < now - longestWait ? now : Math.min(change.at, now),
  by,
});
