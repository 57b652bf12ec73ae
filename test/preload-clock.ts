// For `node --import`: the program's time is LINEUP_TEST_OFFSET milliseconds off the machine's, and messages move it.
import { moveDate } from './moved-date.ts';

const move = moveDate(Number(process.env.LINEUP_TEST_OFFSET ?? 0));
process.on('message', (message: { moveClock?: number }) => {
  if (message.moveClock === undefined) return;
  move(message.moveClock);
  process.send?.({ moved: message.moveClock });
});
