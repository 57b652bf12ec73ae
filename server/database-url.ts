import { StartProblem } from './start-problem.ts';

/** The address of a PostgreSQL database. Throws a `StartProblem`, which never shows the password. */
export function parseDatabaseUrl(text: string | null): string | null {
  if (text === null) return null;
  if (/^\w+:\/\/[^/?]*,/.test(text)) {
    throw new StartProblem(
      'DATABASE_URL names several servers. Name one: an address that always leads to the one that accepts changes.',
    );
  }
  const url = URL.parse(text);
  const isPostgres = url !== null && /^postgres(ql)?:$/.test(url.protocol);
  const hasServer = isPostgres && (url.hostname !== '' || url.searchParams.has('host'));
  if (hasServer && url.pathname.length > 1) return text;
  throw new StartProblem(
    'DATABASE_URL must be the address of a PostgreSQL database, such as postgres://lineup:password@db.example.com/lineup.',
  );
}
