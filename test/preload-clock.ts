// For `node --import`: the program's time is LINEUP_TEST_OFFSET milliseconds off the machine's (and LINEUP_TEST_MOVED
// more, where a journey has moved it), and messages move it on.
import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { moveDate } from './moved-date.ts';

const { LINEUP_TEST_OFFSET = '0', LINEUP_TEST_MOVED } = process.env;
const move = moveDate(Number(LINEUP_TEST_OFFSET) + Number(LINEUP_TEST_MOVED ?? 0));
process.on('message', (message: { moveClock?: number }) => {
  if (message.moveClock === undefined) return;
  move(message.moveClock);
  process.send?.({ moved: message.moveClock });
});

// A browser counts the life of a cookie from the machine's time, Playwright from the journey's, which can be long past: in
// journeys it lasts long enough for both.
const secondsPast = Math.max(0, Math.round(-Number(LINEUP_TEST_OFFSET) / 1000));
if (LINEUP_TEST_MOVED !== undefined) lengthenCookies();

function lengthenCookies(): void {
  const lengthen = (cookie: string) =>
    cookie.replace(/max-age=([1-9]\d*)/i, (_, age) => `Max-Age=${Number(age) + secondsPast}`);
  const writeHead = ServerResponse.prototype.writeHead as (...given: unknown[]) => ServerResponse;
  ServerResponse.prototype.writeHead = function (...given: unknown[]) {
    const headers = given.at(-1) as OutgoingHttpHeaders | number;
    const cookies = typeof headers === 'object' && headers['set-cookie'];
    if (cookies) headers['set-cookie'] = [cookies].flat().map(lengthen);
    return writeHead.apply(this, given);
  };
}
