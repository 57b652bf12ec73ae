/** Data that is in another database now. */
export interface Move {
  readonly id: string;
  /** Where it is, as people read it. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a database knows of the move into it. It is in `meta`, as JSON. */
export interface Arrival {
  /** The id of the move. */
  readonly id: string;
  /** The epoch of the database that is left: only its move may be started again. */
  readonly from: string;
  /** `copying` until everything is here and was compared, `complete` until the other database is out of use. */
  readonly state: 'copying' | 'complete' | 'in use';
}

export const arrivalKey = 'move';

/** In `meta` of a file that was left, a `Move` as JSON. */
export const leftKey = 'moved';

export const describeMove = ({ to, at }: Move): string =>
  `moved to ${to} on ${new Date(at).toISOString().slice(0, 10)}`;
