import { join, resolve } from 'node:path';
import { StartProblem } from './start-problem.ts';

export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly secretFile: string;
  /** The address people use when it is not the one listened on, such as that of a proxy. */
  readonly publicUrl: URL | null;
}

/** The environment, read once. Throws `StartProblem` with a sentence that names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = (name: string): string | null => env[name]?.trim() || null;
  if (given('DATABASE_URL') !== null) {
    throw new StartProblem(
      'DATABASE_URL is set, but this version of Lineup keeps its data in DATA_DIR and cannot use PostgreSQL yet.',
    );
  }
  const dataDir = resolve(given('DATA_DIR') ?? 'data');
  return {
    port: readPort(given('PORT') ?? '3000'),
    host: readHost(given('HOST') ?? '127.0.0.1'),
    dataDir,
    secretFile: resolve(given('SECRET_FILE') ?? join(dataDir, 'secret')),
    publicUrl: readPublicUrl(given('PUBLIC_URL')),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new StartProblem(`PORT is “${text}”, but must be a whole number from 0 to 65535.`);
}

function readHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new StartProblem(`HOST is “${text}”, but must be a host name or an address such as 127.0.0.1.`);
}

function readPublicUrl(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isOrigin && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new StartProblem(
    `PUBLIC_URL is “${text}”, but must be an address such as https://lineup.example.com.`,
  );
}
