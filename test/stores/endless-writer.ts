import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../server/store/sqlite/sqlite.ts';
import { createTeam, rename, teamRef } from './team-fixture.ts';

// Commits without end, prints each version once it is acknowledged, and is killed by who started it.
const store = await openSqliteStore(process.argv[2] ?? '');
let from = (await store.documents.load(teamRef))?.version ?? 0;
while (true) {
  await store.documents.commit([from === 0 ? createTeam : rename(from)]);
  from += 1;
  writeSync(1, `${from}\n`);
}
