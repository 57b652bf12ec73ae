import { StartProblem } from './start-problem.ts';

/** The address of each server that one address names: postgres://ann@one,two:5433/lineup. */
export function addressesOf(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/**
 * The address of a PostgreSQL database, which may name several servers: postgres://ann@one,two:5433/lineup. Throws a
 * `StartProblem`, which never shows the password.
 */
export function parseDatabaseUrl(text: string | null): string | null {
  if (text === null) return null;
  if (!addressesOf(text).every(isAddress)) {
    throw new StartProblem(
      'DATABASE_URL must be the address of a PostgreSQL database, such as postgres://lineup:password@db.example.com/lineup. Signs such as @, /, # and % in a password are written as %40, %2F, %23 and %25.',
    );
  }
  if (isEncoded(text)) return text;
  throw new StartProblem(
    'DATABASE_URL has a “%” that does not begin a code such as %40. Write the sign itself as %25.',
  );
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  return (url.hostname !== '' || url.searchParams.has('host')) && url.pathname.length > 1;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
