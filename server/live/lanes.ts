import type { Outcome } from '../../domain/problem/problem.ts';
import { temporaryProblems } from '../../domain/problem/temporary-problems.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { documentKey } from './document-cache.ts';

/**
 * One page's changes of one document. After a refusal, later ones aren't taken until the page starts over: if the page
 * never hears of the refusal, it sends the refused change again, which may fit by then and would come after them.
 */
export interface Lane {
  /** Of its document. */
  readonly key: string;
  /** The change that was refused; null in an open lane. */
  blockedBy: string | null;
  /** Changes that are not answered yet. */
  pending: number;
  /** Pages with old code start over only after refusals that are passing. */
  readonly startsOver: boolean;
}

export interface LaneOrder {
  /** The page starts over with this change. */
  readonly again: boolean;
  readonly lane: Lane;
}

interface LaneRequest extends LaneOrder {
  readonly id: string;
}

type Block = Lane['blockedBy'];

const reopens = ({ id, again }: LaneRequest, block: Block): boolean => again || block === id;

function blockAfter(request: LaneRequest, block: Block, outcome: Outcome<unknown>): Block {
  const left = reopens(request, block) ? null : block;
  const blocks = !outcome.ok && (request.lane.startsOver || temporaryProblems.has(outcome.problem.code));
  return blocks ? (left ?? request.id) : left;
}

/** Follows the requests of one batch in order. The lanes themselves change when the requests are answered. */
export function createLaneCheck() {
  const blocks = new Map<Lane, Block>();
  const blockOf = (lane: Lane): Block => blocks.get(lane) ?? (blocks.has(lane) ? null : lane.blockedBy);
  return {
    /** Whether the request must wait for an earlier change. */
    isBlocked: (request: LaneRequest) =>
      blockOf(request.lane) !== null && !reopens(request, blockOf(request.lane)),
    decided(request: LaneRequest, outcome: Outcome<unknown>): void {
      blocks.set(request.lane, blockAfter(request, blockOf(request.lane), outcome));
    },
  };
}

/** Lanes are kept while they are blocked or in use: few, unless a page floods a server that refuses its changes. */
const mostLanes = 1_000;

export function createLanes() {
  const lanes = new Map<string, Lane>();
  let startsOver = false;
  return {
    /** From here on the page starts over after each refusal. */
    startOverAfterRefusals(): void {
      startsOver = true;
    },

    enter(ref: DocumentRef): Lane {
      const key = documentKey(ref);
      const lane = lanes.get(key) ?? { key, blockedBy: null, pending: 0, startsOver };
      lane.pending++;
      lanes.set(key, lane);
      const [oldest] = lanes.keys();
      if (lanes.size > mostLanes && oldest !== undefined) lanes.delete(oldest);
      return lane;
    },

    answered(request: LaneRequest, outcome: Outcome<unknown>): void {
      const { lane } = request;
      lane.pending--;
      lane.blockedBy = blockAfter(request, lane.blockedBy, outcome);
      if (lane.blockedBy === null && lane.pending === 0) lanes.delete(lane.key);
    },
  };
}
