import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportInto } from '../moving/export.ts';
import type { Command } from './command.ts';

export const exportAll: Command = {
  takes: '[--out DIR]',
  does: 'writes people, teams, templates, and layouts to files that “import firebase” reads',
  async run(typed, { openStore, say }) {
    const out = read(typed);
    if (out === null) return false;
    const store = await openStore();
    try {
      const files = { users: join(out, 'users.json'), data: join(out, 'data.json') };
      const counts = await exportInto(files, { store, db: store.kysely });
      say(`${files.users}: ${counts.people} people`);
      say(
        `${files.data}: ${counts.teams} teams, ${counts.templates} templates, ${counts.layouts} layouts, with those that were deleted`,
      );
      say('They contain sign-in data: keep them as safe as the database.');
      say(
        'Not included: authenticator apps, passkeys, API tokens, invite links, schedule provider sign-ins,',
      );
      say('sessions, and the history of changes. People set up their authenticator apps and passkeys again.');
      return true;
    } finally {
      await store.close();
    }
  },
};

/** The folder; null for invalid arguments. */
function read(typed: readonly string[]): string | null {
  try {
    const { values } = parseArgs({
      args: [...typed],
      options: { out: { type: 'string', default: 'export' } },
    });
    return values.out;
  } catch {
    return null;
  }
}
