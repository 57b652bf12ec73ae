import type { WorkRequest } from '../planner/asked-worker.ts';
import { type SeatWork, seatWork } from '../planner/seat-work.ts';

// Plans seats apart from the page, which goes on answering presses: client/planner/planner.ts begins it.
declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<WorkRequest<SeatWork>>) => {
  self.postMessage({ id: data.id, answer: seatWork[data.kind](data.asked as never) });
});
