import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { passwordMinimum, type Registration, registrations } from '../domain/team/user.ts';
import { isLoopback } from './address.ts';
import {
  type BackupConfig,
  type HistoryConfig,
  parseBackups,
  parseHistory,
} from './operate/maintenance-config.ts';
import { type OutgoingConfig, parseOutgoing } from './schedules/safe-fetch.ts';
import { StartProblem } from './start-problem.ts';

interface RunningConfig {
  /** What may read the metrics must send; null to let only programs on this machine read them. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
  readonly traces: TracesConfig | null;
  /** How long the server goes on after it was told to stop, so that pages move to other nodes, in seconds. */
  readonly drainSeconds: number;
  /** How long a start waits for the server before it on the same data to end, in seconds. */
  readonly startWaitSeconds: number;
}

const logLevels = ['error', 'warn', 'info'] as const;
type LogLevel = (typeof logLevels)[number];

export interface TracesConfig {
  readonly url: string;
  readonly serviceName: string;
  /** The share of requests and changes that is traced, from 0 to 1. */
  readonly share: number;
}

const shortestToken = 16;
const mostSeconds = 300;

/** Throws `StartProblem` with a sentence that names the variable. */
const parseRunning = (given: (name: string) => string | null): RunningConfig => ({
  metricsToken: parseToken(given('METRICS_TOKEN')),
  logLevel: parseLevel(given('LOG_LEVEL') ?? 'warn'),
  traces: parseTraces(given),
  drainSeconds: parseSeconds('DRAIN_SECONDS', given('DRAIN_SECONDS') ?? '0'),
  startWaitSeconds: parseSeconds('START_WAIT_SECONDS', given('START_WAIT_SECONDS') ?? '0'),
});

/** It is a secret, so the sentence doesn't repeat it. */
function parseToken(text: string | null): string | null {
  if (text === null || /^[\x21-\x7e]{16,500}$/.test(text)) return text;
  throw new StartProblem(
    `METRICS_TOKEN is set, but must have at least ${shortestToken} letters, digits and signs, and no spaces.`,
  );
}

function parseLevel(text: string): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level) return level;
  throw new StartProblem(`LOG_LEVEL is “${text}”, but must be one of ${logLevels.join(', ')}.`);
}

function parseTraces(given: (name: string) => string | null): TracesConfig | null {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new StartProblem(
      `OTEL_EXPORTER_OTLP_ENDPOINT is “${endpoint}”, but must be an address such as http://localhost:4318.`,
    );
  }
  const share = given('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^\d(\.\d{1,6})?$/.test(share) || Number(share) > 1) {
    throw new StartProblem(
      `OTEL_TRACES_SAMPLER_ARG is “${share}”, but must be the share to trace, from 0 to 1, such as 0.05.`,
    );
  }
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: given('OTEL_SERVICE_NAME') ?? 'lineup',
    share: Number(share),
  };
}

function parseSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds <= mostSeconds) return seconds;
  throw new StartProblem(
    `${name} is “${text}”, but must be a whole number from 0 to ${mostSeconds} seconds.`,
  );
}

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
  readonly socketsPerAddress: number;
  readonly registration: Registration;
  /** After how many days a session ends, however often it is used. */
  readonly sessionDays: number;
  /** Other origins whose pages may call the API with an access token. */
  readonly corsOrigins: readonly string[];
  readonly passwordMinimum: number;
  readonly breachedPasswords: string | null;
  readonly mail: MailConfig | null;
  readonly outgoing: OutgoingConfig;
  readonly oidc: OidcConfig | null;
  readonly backups: BackupConfig | null;
  readonly history: HistoryConfig;
  readonly running: RunningConfig;
}

/** Paths of files in PEM. */
interface TlsConfig {
  readonly cert: string;
  readonly key: string;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
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

export interface MailConfig {
  readonly smtpUrl: URL;
  /** The sender, such as 'Lineup <lineup@example.com>'. */
  readonly from: string;
  /** Of PUBLIC_URL: links in emails never begin with what a request says, since a forged host would receive their secrets. */
  readonly origin: string;
}

/** The names of ONCE count where our own are not set. The address may contain a password, so no sentence repeats it. */
function parseMail(given: (name: string) => string | null, publicUrl: URL | null): MailConfig | null {
  const name = given('SMTP_URL') === null ? 'SMTP_ADDRESS' : 'SMTP_URL';
  const address = given('SMTP_URL') ?? addressOfParts(given);
  const from = given('MAIL_FROM') ?? given('MAILER_FROM_ADDRESS');
  if (address === null) {
    if (given('MAIL_FROM') === null) return null;
    throw new StartProblem('MAIL_FROM is set, but SMTP_URL is not. Set both to send email.');
  }
  const smtpUrl = URL.parse(address);
  if (!smtpUrl || !/^smtps?:$/.test(smtpUrl.protocol) || smtpUrl.hostname === '') {
    throw new StartProblem(
      `${name} is set, but must be ${name === 'SMTP_URL' ? 'an address such as smtps://name:password@mail.example.com' : 'a host, with a number as SMTP_PORT'}.`,
    );
  }
  if (
    from === null ||
    !/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from) ||
    /</.test(from) !== />$/.test(from)
  ) {
    throw new StartProblem(
      `MAIL_FROM is “${from ?? ''}”, but must be the sender of email, such as lineup@example.com, where ${name} is set.`,
    );
  }
  if (publicUrl === null) {
    throw new StartProblem(`${name} is set, but PUBLIC_URL is not. Links in emails start with it.`);
  }
  return { smtpUrl, from, origin: publicUrl.origin };
}

/** Port 465 is for TLS from the start. */
function addressOfParts(given: (name: string) => string | null): string | null {
  const host = given('SMTP_ADDRESS');
  if (host === null) return null;
  const [port, name, password] = ['SMTP_PORT', 'SMTP_USERNAME', 'SMTP_PASSWORD'].map((part) =>
    encodeURIComponent(given(part) ?? ''),
  );
  const login = name === '' ? '' : `${name}:${password}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}${port === '' ? '' : `:${port}`}`;
}

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
