import type { ClientMessage, RefusalCause } from '../../../../contract/live.ts';
import type { ProblemCode } from '../../../../domain/problem/problem.ts';
import type { WorkTurns } from '../../../turns/work-turns.ts';
import type { Documents } from '../../documents.ts';
import type { Author } from '../../staged-document.ts';
import type { ReadThrottle } from '../backpressure.ts';
import type { Output } from '../output.ts';
import { createLanes } from './lanes.ts';
import { type FindCause, isConflict } from './refusal-cause.ts';

type ChangeMessage = ClientMessage & { type: 'change' };

/** The changes of one page that are being committed. */
export interface ChangeRequests {
  /** Answers when the change is committed or refused. Does not wait for it: the next change can share the commit. */
  submit(author: Author, message: ChangeMessage): void;
  /** Answers a change that needs no decision, once those before it are answered. */
  refuse(message: ChangeMessage, code: ProblemCode): Promise<void>;
  /** The page sends later changes again after each refusal. */
  startOverAfterRefusals(): void;
  /** Resolves when every change submitted so far is answered. */
  settled(): Promise<unknown>;
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
  const pending = new Set<Promise<void>>();
  const settled = () => Promise.all(pending);

  return {
    submit(author, { team, document, id, change, undoes, again = false }) {
      throttle.started();
      const ref = { team, document };
      const order = { again, lane: lanes.enter(ref) };
      const answered = documents
        .change(author, ref, { id, change, undoes }, order)
        .then(async (outcome) => {
          lanes.answered(ref, { id, ...order }, outcome);
          if (outcome.ok) return output.send({ type: 'accepted', ...ref, id, ...outcome.value });
          const { problem } = outcome;
          const refuse = (cause: RefusalCause | null) =>
            output.send({ type: 'refused', ...ref, id, problem, ...(cause && { cause }) });
          if (!isConflict(problem.code) || !spendCause(author.user)) return refuse(null);
          await turns.take([author.user, team], causeCost);
          return findCause(ref, author.user, change).then(refuse, () => refuse(null));
        })
        .catch(onError)
        .finally(() => {
          pending.delete(answered);
          throttle.finished();
        });
      pending.add(answered);
    },

    async refuse({ team, document, id, again = false }, code) {
      // Those before it would be sent back behind a refusal that came after them.
      await settled();
      const ref = { team, document };
      const problem = { code };
      lanes.answered(ref, { id, again, lane: lanes.enter(ref) }, { ok: false, problem });
      output.send({ type: 'refused', ...ref, id, problem });
    },

    startOverAfterRefusals: lanes.startOverAfterRefusals,
    settled,
  };
}
