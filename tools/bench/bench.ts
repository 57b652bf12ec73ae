import { run as runLive } from './live.ts';

/** What can be measured. Each part prints its own figures. */
const parts: Readonly<Record<string, (effort: { isQuick: boolean }) => Promise<void>>> = { live: runLive };

// `npm run bench -- live quick`: one part only, and a rough look in seconds.
const asked = process.argv.slice(2);
const isQuick = asked.includes('quick');
for (const [name, run] of Object.entries(parts)) {
  if (asked.includes(name) || !asked.some((word) => word in parts)) await run({ isQuick });
}
