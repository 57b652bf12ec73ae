import type { WorkRequest } from '../planner/asked-worker.ts';
import { type BreakWork, breakWork } from '../planner/break-work.ts';

// Plans breaks apart from the page, which goes on answering presses: client/planner/planner.ts begins it.
declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<WorkRequest<BreakWork>>) => {
  self.postMessage({ id: data.id, answer: breakWork[data.kind](data.asked as never) });
});
