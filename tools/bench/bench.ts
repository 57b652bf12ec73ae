export interface Part {
  run(effort: { isQuick: boolean }): Promise<void>;
}

/** What can be measured. Each part prints its own figures, and is loaded only when asked for. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  live: () => import('./live.ts'),
  screens: () => import('./screens.ts'),
  abuse: () => import('./abuse.ts'),
  schedule: () => import('./schedule.ts'),
};

// `npm run bench -- live quick`: one part only, and a rough look in seconds.
const asked = process.argv.slice(2);
const isQuick = asked.includes('quick');
for (const [name, load] of Object.entries(parts)) {
  if (asked.includes(name) || !asked.some((word) => word in parts)) await (await load()).run({ isQuick });
}
