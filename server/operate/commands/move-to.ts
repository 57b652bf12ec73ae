import { recordByOperator } from '../../accounts/security-log.ts';
import { parseDatabaseUrl } from '../../config.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

export const moveTo: Command = {
  usage: 'postgres://USER:PASSWORD@HOST/DATABASE | sqlite',
  summary: 'moves all data to an empty PostgreSQL database, or back to DATA_DIR (stop all servers first)',
  async run([where, ...rest], { config, now, print, progress }) {
    if (where === undefined || where.startsWith('-') || rest.length > 0) return false;
    const { databaseUrl } = config;
    const isBack = where === 'sqlite';
    if (isBack && databaseUrl === null) {
      throw new StartProblem(
        'DATABASE_URL is not set, so the data is in DATA_DIR already. Set it to the database to move from.',
      );
    }
    if (!isBack && databaseUrl !== null) {
      throw new StartProblem(
        'DATABASE_URL is set, so the data is in PostgreSQL already. Unset it to move the data in DATA_DIR. Between two PostgreSQL servers, use pg_dump and pg_restore.',
      );
    }
    // Loaded only where it is used.
    const [{ createPlaces }, { moveData }] = await Promise.all([
      import('../moving/databases/places.ts'),
      import('../moving/databases/move-data.ts'),
    ]);
    const { inFile, inPostgres } = createPlaces(config);
    const postgres =
      databaseUrl === null
        ? inPostgres(parseAddress(where), 'the given address')
        : inPostgres(databaseUrl, 'DATABASE_URL');
    const [from, to] = isBack ? [postgres, inFile] : [inFile, postgres];
    for (const line of await moveData({ from, to, now, progress })) print(line);
    if (!isBack && config.backups) {
      print(
        'Unset BACKUP_DIR, BACKUP_EVERY and BACKUP_KEEP, too: no server starts with them and DATABASE_URL.',
      );
    }
    const store = await to.openStore();
    await recordByOperator(store, { type: 'data-moved' }, now()).finally(store.close);
    return true;
  },
};

function parseAddress(text: string): string {
  try {
    const url = parseDatabaseUrl(text);
    if (url !== null) return url;
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    throw new StartProblem(error.message.replace('DATABASE_URL', 'The argument'), { cause: error });
  }
  throw new StartProblem('The address is empty.');
}
