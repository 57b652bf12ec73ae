import { inject } from 'vitest';
import { moveDate } from '../moved-date.ts';

// Once a worker, which runs many files: the time is the server's, and addresses are its own.
const own = globalThis as { isPageSet?: boolean };
if (!own.isPageSet) {
  own.isPageSet = true;
  moveDate(inject('offset'));
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(inject('address'));
}
