import type { ClientMessage } from '../../../contract/live.ts';
import type { Documents } from '../documents.ts';
import type { Author } from '../staged-document.ts';
import type { ReadThrottle } from './backpressure.ts';
import { createLanes } from './lanes.ts';
import type { Output } from './output.ts';

type ChangeMessage = ClientMessage & { type: 'change' };

/** The changes of one page that are being committed. */
export interface ChangeRequests {
  /** Answers when the change is committed or refused. Does not wait for it: the next change can share the commit. */
  submit(author: Author, message: ChangeMessage): void;
  /** Resolves when every change submitted so far is answered. */
  settled(): Promise<unknown>;
}

interface ChangeRequestsDependencies {
  readonly documents: Pick<Documents, 'change'>;
  readonly output: Output;
  readonly throttle: ReadThrottle;
  readonly onError: (error: unknown) => void;
}

export function createChangeRequests(dependencies: ChangeRequestsDependencies): ChangeRequests {
  const { documents, output, throttle, onError } = dependencies;
  const lanes = createLanes();
  const pending = new Set<Promise<void>>();

  return {
    submit(author, { team, document, id, change, again = false }) {
      throttle.started();
      const ref = { team, document };
      const order = { again, lane: lanes.enter(ref) };
      const answered = documents
        .change(author, ref, { id, change }, order)
        .then((outcome) => {
          lanes.answered(ref, { id, ...order }, outcome);
          output.send(
            outcome.ok
              ? { type: 'accepted', ...ref, id, ...outcome.value }
              : { type: 'refused', ...ref, id, problem: outcome.problem },
          );
        })
        .catch(onError)
        .finally(() => {
          pending.delete(answered);
          throttle.finished();
        });
      pending.add(answered);
    },
    settled: () => Promise.all(pending),
  };
}
