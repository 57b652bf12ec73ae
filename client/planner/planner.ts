import BreaksWorker from '../worker/breaks-worker.ts?worker';
import SeatsWorker from '../worker/seats-worker.ts?worker';
import { AskedWorker } from './asked-worker.ts';
import type { BreakWork } from './break-work.ts';
import type { SeatWork } from './seat-work.ts';

// Those of the page. Two, since neither script is to be larger than a slow tablet loads at a press.
export const seatPlanner = new AskedWorker<SeatWork>(() => new SeatsWorker());
export const breakPlanner = new AskedWorker<BreakWork>(() => new BreaksWorker());
