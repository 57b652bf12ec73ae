// For `node --import`: the program's time is LINEUP_TEST_OFFSET milliseconds off the machine's, and messages move it.
import { moveDate } from './moved-date.ts';

const move = moveDate(Number(process.env.LINEUP_TEST_OFFSET ?? 0));
if (process.send) {
  process.on('message', ({ moveClock }: { moveClock: number }) => {
    move(moveClock);
    process.send?.({ moved: moveClock });
  });
  // Listening alone is no reason to go on running.
  process.channel?.unref();
}
