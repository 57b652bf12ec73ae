import { reportOthers, shareOfOthers } from './samples.ts';

export interface Part {
  run(effort: { isQuick: boolean }): Promise<void>;
}

/** What can be measured. Each part is loaded only when it is chosen. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  live: () => import('./live.ts'),
  breaks: () => import('./breaks.ts'),
  screens: () => import('./screens.ts'),
  abuse: () => import('./abuse.ts'),
  nodes: () => import('./nodes.ts'),
  chain: () => import('./chain.ts'),
  seats: () => import('./seats.ts'),
};

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// `npm run bench -- live quick`: one part only, and a rough look in seconds.
const words = process.argv.slice(2);
const isQuick = words.includes('quick');
const others = [await shareOfOthers()];
for (const [name, load] of Object.entries(parts)) {
  if (!words.includes(name) && words.some((word) => word in parts)) continue;
  await (await load()).run({ isQuick });
  others.push(await shareOfOthers());
}
reportOthers(others);
