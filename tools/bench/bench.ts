import { run as runLive } from './live.ts';

/** `npm run bench`, or `npm run bench -- quick` for a rough look in seconds. */
const isQuick = process.argv.includes('quick');
await runLive({ isQuick });
