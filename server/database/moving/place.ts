import type { DatabaseStore } from '../store.ts';
import type { Move } from './move.ts';
import type { RowSource, RowTarget } from './moved-tables.ts';

export interface PlaceDependencies {
  /** Creates or updates the tables of the sign-in library. */
  makeAccountTables(store: DatabaseStore): Promise<void>;
  /** Rejects with a `StartProblem` if the database is used with another secret. */
  checkSecret(store: DatabaseStore): Promise<void>;
  /** From now on, the database is used with this secret. */
  keepFingerprint(store: DatabaseStore): Promise<void>;
}

/** Where an installation keeps its data. Everything here rejects with a `StartProblem` for what the operator can fix. */
export interface Place {
  /** As people read it. */
  readonly name: string;
  /** What to do once the data is here. */
  readonly nextStep: string;
  /** The move by which the data left, and the sentence about it; null while it is here. */
  left(): Promise<{ readonly move: Move; readonly sentence: string } | null>;
  /** The id of the move that brought everything here, whether or not it is in use yet. */
  arrived(): Promise<string | null>;
  /** Data that is complete may be used from now on. */
  putInUse(): Promise<void>;
  /** For whatever uses the data. */
  openStore(): Promise<DatabaseStore>;
  /** Opens the data. Nothing else can change it until this is closed. */
  openSource(): Promise<MoveSource>;
  /** Opens an empty database, or one that holds an interrupted move from this source, which starts again. */
  openTarget(move: Move, from: MoveSource): Promise<MoveTarget>;
}

export interface MoveSource {
  readonly rows: RowSource;
  readonly epoch: string;
  /** The move that was interrupted when this was about to be left. */
  readonly interrupted: string | null;
  /** From now on nobody can use the data. Returns what became of it. */
  leave(move: Move): Promise<string>;
  close(): Promise<void>;
}

export interface MoveTarget {
  readonly rows: RowTarget;
  /** Stores what was written, to be put in use once the source was left. */
  complete(): Promise<void>;
  /** Without `complete`, nothing of what was written stays. */
  close(): Promise<void>;
}
