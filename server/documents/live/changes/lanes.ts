import { passing } from '../../../../domain/problem/passing.ts';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import type { DocumentRef } from '../../../store/document-store.ts';
import { documentKey } from '../../document-cache.ts';

/**
 * One page's changes of one document. After a change that can't be taken for now, later ones aren't taken either until it
 * is sent again: they would otherwise be made in another order than the person made them.
 */
export interface Lane {
  /** The first change that was refused for now; null in an open lane. */
  blockedBy: string | null;
  /** Changes that are not answered yet. */
  pending: number;
}

export interface LaneOrder {
  /** The page starts over with this change. */
  readonly again: boolean;
  readonly lane: Lane;
}

interface LaneRequest extends LaneOrder {
  readonly id: string;
}

/** Returns a function that says for each request of a batch, in order, whether it waits for an earlier change. */
export function createLaneCheck(): (request: LaneRequest) => boolean {
  const reopened = new Set<Lane>();
  return (request) => {
    if (reopens(request)) reopened.add(request.lane);
    return request.lane.blockedBy !== null && !reopened.has(request.lane);
  };
}

const reopens = ({ id, again, lane }: LaneRequest): boolean => again || lane.blockedBy === id;

export interface Lanes {
  enter(ref: DocumentRef): Lane;
  answered(ref: DocumentRef, request: LaneRequest, outcome: Outcome<unknown>): void;
}

/** Lanes are kept while they are blocked or in use: few, unless a page floods a server that can't store. */
const mostLanes = 1_000;

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    enter(ref) {
      const key = documentKey(ref);
      const lane = lanes.get(key) ?? { blockedBy: null, pending: 0 };
      lane.pending++;
      lanes.set(key, lane);
      const [oldest] = lanes.keys();
      if (lanes.size > mostLanes && oldest !== undefined) lanes.delete(oldest);
      return lane;
    },

    answered(ref, request, outcome) {
      const { id, lane } = request;
      lane.pending--;
      if (reopens(request)) lane.blockedBy = null;
      if (!outcome.ok && passing.has(outcome.problem.code)) lane.blockedBy ??= id;
      if (lane.blockedBy === null && lane.pending === 0) lanes.delete(documentKey(ref));
    },
  };
}
