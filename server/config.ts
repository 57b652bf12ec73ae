import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { passwordMinimum, type Registration, registrations } from '../domain/team/user.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type MailConfig, parseMail } from './mail-config.ts';
import {
  type BackupConfig,
  type HistoryConfig,
  parseBackups,
  parseHistory,
} from './maintenance/maintenance-config.ts';
import { isLoopback } from './operate/machine-addresses.ts';
import { parseRunning, type RunningConfig } from './running-config.ts';
import { type OutgoingConfig, parseOutgoing } from './schedules/safe-fetch.ts';
import { StartProblem } from './start-problem.ts';

export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** The port of https, where it is on; 0 lets the system choose. */
  readonly httpsPort: number;
  /** Files of the operator's certificate; null to use the own authority, if there is one. */
  readonly tls: TlsConfig | null;
  readonly dataDir: string;
  /** The PostgreSQL database; null to keep everything in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly secretFile: string;
  /** The address people use, if a proxy serves Lineup at another one. */
  readonly publicUrl: URL | null;
  /** Addresses and networks of proxies; null trusts one on this machine if there is a public address. */
  readonly trustedProxies: readonly string[] | null;
  /** Names that people type besides that of `publicUrl` and those of the local network. */
  readonly allowedHosts: readonly string[];
  /** How many live connections one address may have open. */
  readonly socketsPerAddress: number;
  readonly registration: Registration;
  /** After how many days a session ends, however often it is used. */
  readonly sessionDays: number;
  /** Other origins whose pages may call the API with an access token. */
  readonly corsOrigins: readonly string[];
  /** The minimum length of a password. */
  readonly passwordMinimum: number;
  /** A file of breached passwords. */
  readonly breachedPasswords: string | null;
  /** The mail server; null without email. */
  readonly mail: MailConfig | null;
  readonly outgoing: OutgoingConfig;
  /** The OpenID Connect provider that people can sign in through; null if none is configured. */
  readonly oidc: OidcConfig | null;
  /** Null without scheduled backups. */
  readonly backups: BackupConfig | null;
  readonly history: HistoryConfig;
  readonly running: RunningConfig;
}

/** Paths of files in PEM. */
export interface TlsConfig {
  readonly cert: string;
  readonly key: string;
}

/** An OpenID Connect provider and Lineup's registration there. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name shown to people. */
  readonly name: string;
}

/** Reads the environment once. Throws `StartProblem` with a sentence that names the variable. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = (name: string): string | null => env[name]?.trim() || null;
  const dataDir = resolve(given('DATA_DIR') ?? 'data');
  const publicUrl = parsePublicUrl(given('PUBLIC_URL'));
  const breached = given('BREACHED_PASSWORDS');
  return {
    port: parsePort('PORT', given('PORT') ?? '3000'),
    host: parseHost(given('HOST') ?? '127.0.0.1'),
    httpsPort: parsePort('HTTPS_PORT', given('HTTPS_PORT') ?? '3443'),
    tls: parseTls(given('TLS_CERT'), given('TLS_KEY')),
    dataDir,
    databaseUrl: parseDatabaseUrl(given('DATABASE_URL')),
    secretFile: resolve(given('SECRET_FILE') ?? join(dataDir, 'secret')),
    publicUrl,
    trustedProxies: parseProxies(given('TRUSTED_PROXIES')),
    allowedHosts: parseHosts(given('ALLOWED_HOSTS')),
    socketsPerAddress: parseCount('SOCKETS_PER_ADDRESS', given('SOCKETS_PER_ADDRESS') ?? '1000'),
    registration: parseRegistration(given('REGISTRATION') ?? 'open'),
    sessionDays: parseSessionDays(given('SESSION_DAYS') ?? '180'),
    corsOrigins: parseOrigins(given('CORS_ORIGINS')),
    passwordMinimum: parsePasswordMinimum(given('PASSWORD_MINIMUM') ?? String(passwordMinimum)),
    breachedPasswords: breached && resolve(breached),
    mail: parseMail(given, publicUrl),
    oidc: parseOidc({
      issuer: given('OIDC_ISSUER'),
      clientId: given('OIDC_CLIENT_ID'),
      clientSecret: given('OIDC_CLIENT_SECRET'),
      name: given('OIDC_NAME'),
    }),
    backups: parseBackups(given),
    history: parseHistory(given),
    running: parseRunning(given),
    outgoing: parseOutgoing(given),
  };
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new StartProblem(`${name} is “${text}”, but must be a whole number from 0 to 65535.`);
}

function parseTls(cert: string | null, key: string | null): TlsConfig | null {
  if (cert !== null && key !== null) return { cert: resolve(cert), key: resolve(key) };
  if (cert === null && key === null) return null;
  throw new StartProblem('A certificate needs TLS_CERT and TLS_KEY; set both or neither.');
}

function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new StartProblem(`HOST is “${text}”, but must be a host name or an address such as 127.0.0.1.`);
}

function parsePublicUrl(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isOrigin && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new StartProblem(
    `PUBLIC_URL is “${text}”, but must be an address such as https://lineup.example.com.`,
  );
}

function parseProxies(text: string | null): readonly string[] | null {
  const proxies = text?.split(/[\s,]+/).filter((each) => each !== '') ?? null;
  const wrong = proxies?.find((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each));
  if (wrong === undefined) return proxies;
  throw new StartProblem(
    `TRUSTED_PROXIES is “${text}”, but must be addresses or networks, such as 10.0.0.5 or 172.18.0.0/16.`,
  );
}

function parseHosts(text: string | null): readonly string[] {
  const names = text?.split(/[\s,]+/).filter((each) => each !== '') ?? [];
  const wrong = names.find((each) => !/^[\w.-]+$/.test(each) || URL.canParse(each));
  if (wrong === undefined) return names;
  throw new StartProblem(
    `ALLOWED_HOSTS names “${wrong}”, but must be host names, such as board.example.com.`,
  );
}

function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count > 0) return count;
  throw new StartProblem(`${name} is “${text}”, but must be a whole number from 1 to 999999.`);
}

function parseRegistration(text: string): Registration {
  const registration = registrations.find((each) => each === text);
  if (registration) return registration;
  throw new StartProblem(`REGISTRATION is “${text}”, but must be one of ${registrations.join(', ')}.`);
}

/** Browsers keep no cookie for longer than 400 days. */
function parseSessionDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days >= 1 && days <= 400) return days;
  throw new StartProblem(`SESSION_DAYS is “${text}”, but must be a whole number from 1 to 400.`);
}

function parseOrigins(text: string | null): readonly string[] {
  const origins = text?.split(/[\s,]+/).filter((each) => each !== '') ?? [];
  const wrong = origins.find((each) => !/^https?:/.test(each) || URL.parse(each)?.origin !== each);
  if (wrong === undefined) return origins;
  throw new StartProblem(
    `CORS_ORIGINS names “${wrong}”, but must be origins, such as https://board.example.com.`,
  );
}

function parsePasswordMinimum(text: string): number {
  const minimum = Number(text);
  if (/^\d{1,2}$/.test(text) && minimum >= passwordMinimum && minimum <= 64) return minimum;
  throw new StartProblem(
    `PASSWORD_MINIMUM is “${text}”, but must be a whole number from ${passwordMinimum} to 64.`,
  );
}

function parseOidc(given: Record<keyof OidcConfig, string | null>): OidcConfig | null {
  const { issuer, clientId, clientSecret, name } = given;
  if (issuer === null && clientId === null && clientSecret === null && name === null) return null;
  if (issuer === null || clientId === null || clientSecret === null) {
    throw new StartProblem(
      'Signing in through a provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; set all of them or none.',
    );
  }
  const url = URL.parse(issuer);
  if (
    url?.protocol !== 'https:' &&
    !(url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
  ) {
    throw new StartProblem(
      `OIDC_ISSUER is “${issuer}”, but must be the provider’s https address, such as https://id.example.com.`,
    );
  }
  return { issuer, clientId, clientSecret, name: name ?? 'single sign-on' };
}
