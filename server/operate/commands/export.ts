import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordByOperator } from '../../accounts/security-log.ts';
import { exportInto } from '../moving/export.ts';
import type { Command } from './command.ts';

export const exportAll: Command = {
  usage: '[--out DIR]',
  summary: 'exports people, teams, templates, and layouts to files that “import firebase” can import',
  async run(args, { openStore, now, print }) {
    const out = parseFolder(args);
    if (out === null) return false;
    const store = await openStore();
    try {
      const files = { users: join(out, 'users.json'), data: join(out, 'data.json') };
      const counts = await exportInto(files, { store, db: store.kysely });
      await recordByOperator(store, { type: 'everything-exported' }, now());
      print(`${files.users}: ${counts.people} people`);
      print(
        `${files.data}: ${counts.teams} teams, ${counts.templates} templates, ${counts.layouts} layouts, with those that were deleted`,
      );
      print('They contain sign-in data: keep them as safe as the database.');
      print(
        'Not included: authenticator apps, passkeys, API tokens, invite links, schedule provider sign-ins,',
      );
      print(
        'sessions, and the history of changes. People set up their authenticator apps and passkeys again.',
      );
      return true;
    } finally {
      await store.close();
    }
  },
};

/** Null if the arguments don't match the usage. */
function parseFolder(args: readonly string[]): string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { out: { type: 'string', default: 'export' } },
    });
    return values.out;
  } catch {
    return null;
  }
}
