import type { ClientMessage, RefusalCause } from '../../contract/live.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import type { DocumentRef } from '../database/document-store.ts';
import type { ReadThrottle } from './backpressure.ts';
import type { Documents } from './documents.ts';
import { createLanes } from './lanes.ts';
import type { Output } from './output.ts';
import { type FindCause, isConflict } from './refusal-cause.ts';
import type { Author } from './staged-document.ts';
import type { WorkTurns } from './work-turns.ts';

type ChangeMessage = ClientMessage & { type: 'change' };

/** The changes of one page that are being committed. */
export interface ChangeRequests {
  /** Answers when the change is committed or refused. Does not wait for it: the next change can share the commit. */
  submit(author: Author, message: ChangeMessage): void;
  /** Answers a change that needs no decision, once those before it are answered. */
  refuse(message: ChangeMessage, code: ProblemCode): Promise<void>;
  /** The page sends later changes again after each refusal. */
  startOverAfterRefusals(): void;
  /** Resolves when all submitted changes are answered. */
  settled(): Promise<void>;
}

interface ChangeRequestsDependencies {
  readonly documents: Pick<Documents, 'change'>;
  readonly output: Output;
  readonly throttle: ReadThrottle;
  readonly turns: WorkTurns;
  readonly findCause: FindCause;
  /** False if this person may not learn more causes for now. */
  readonly spendCause: (person: string) => boolean;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds that finding a cause may take. */
const causeCost = 5;

export function createChangeRequests(dependencies: ChangeRequestsDependencies): ChangeRequests {
  const { documents, output, throttle, turns, findCause, spendCause, onError } = dependencies;
  const lanes = createLanes();
  let pending = 0;
  let whenSettled: (() => void)[] = [];

  const settled = () =>
    new Promise<void>((resolve) => {
      if (pending === 0) resolve();
      else whenSettled.push(resolve);
    });

  async function decide(
    author: Author,
    { team, document, id, change, undoes, seen, again = false }: ChangeMessage,
  ) {
    const ref = { team, document };
    const order = { again, lane: lanes.enter(ref) };
    const outcome = await documents.change(author, ref, { id, change, undoes, seen }, order);
    lanes.answered({ id, again, lane: order.lane }, outcome);
    if (outcome.ok) {
      const { version, at } = outcome.value;
      output.send({ type: 'accepted', team, document, id, version, at });
      return;
    }
    const { problem } = outcome;
    const cause =
      isConflict(problem.code) && spendCause(author.user) ? await causeOf(author, ref, change) : null;
    output.send({ type: 'refused', ...ref, id, problem, ...(cause && { cause }) });
  }

  async function causeOf(
    author: Author,
    ref: DocumentRef,
    change: ChangeMessage['change'],
  ): Promise<RefusalCause | null> {
    await turns.take([author.user, ref.team], causeCost);
    return findCause(ref, author.user, change).catch(() => null);
  }

  function finished(): void {
    throttle.finished();
    pending -= 1;
    if (pending > 0) return;
    for (const resolve of whenSettled) resolve();
    whenSettled = [];
  }

  return {
    submit(author, message) {
      throttle.started();
      pending += 1;
      decide(author, message).catch(onError).then(finished);
    },

    async refuse({ team, document, id, again = false }, code) {
      // Those before it would be sent back behind a refusal that came after them.
      await settled();
      const ref = { team, document };
      const problem = { code };
      lanes.answered({ id, again, lane: lanes.enter(ref) }, { ok: false, problem });
      output.send({ type: 'refused', ...ref, id, problem });
    },

    startOverAfterRefusals: lanes.startOverAfterRefusals,
    settled,
  };
}
