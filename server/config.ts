import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { passwordMinimum, registrations } from '../domain/team/user.ts';
import { isLoopback } from './address.ts';
import { parseBackups, parseHistory } from './operate/maintenance-config.ts';
import { parseOutgoing } from './schedules/safe-fetch.ts';
import { parseNumber, StartProblem, wrongSetting } from './start-problem.ts';

type Given = (name: string) => string | null;

const logLevels = ['error', 'warn', 'info'] as const;
const mostSeconds = 300;

export type Config = ReturnType<typeof parseConfig>;

/** Reads the environment once. Throws `StartProblem` with a sentence that names the variable. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>) {
  const given: Given = (name) => env[name]?.trim() || null;
  const number = (name: string, usual: number, limits: readonly [number, number], unit?: string) =>
    parseNumber(name, given(name) ?? String(usual), limits, unit);
  const dataDir = resolve(given('DATA_DIR') ?? 'data');
  const publicUrl = parsePublicUrl(given('PUBLIC_URL'));
  const breached = given('BREACHED_PASSWORDS');
  return {
    /** 0 lets the system choose. */
    port: number('PORT', 3_000, [0, 65_535]),
    host: parseHost(given('HOST') ?? '127.0.0.1'),
    /** The port of https, where it is on; 0 lets the system choose. */
    httpsPort: number('HTTPS_PORT', 3_443, [0, 65_535]),
    /** Files in PEM of the operator's certificate; null to use the own authority, if there is one. */
    tls: parseTls(given('TLS_CERT'), given('TLS_KEY')),
    dataDir,
    /** The PostgreSQL database; null to keep everything in `dataDir`. */
    databaseUrl: parseDatabaseUrl(given('DATABASE_URL')),
    secretFile: resolve(given('SECRET_FILE') ?? join(dataDir, 'secret')),
    /** The address people use, if a proxy serves Lineup at another one. */
    publicUrl,
    /** Addresses and networks of proxies; null trusts one on this machine if there is a public address. */
    trustedProxies: parseProxies(given('TRUSTED_PROXIES')),
    /** Names that people type besides that of `publicUrl` and those of the local network. */
    allowedHosts: parseList(given, 'ALLOWED_HOSTS', {
      isValid: (name) => /^[\w.-]+$/.test(name) && !URL.canParse(name),
      must: 'host names, such as board.example.com',
    }),
    socketsPerAddress: number('SOCKETS_PER_ADDRESS', 1_000, [1, 999_999]),
    registration: parseChoice(given, 'REGISTRATION', registrations, 'open'),
    /** After how many days a session ends, however often it is used. Browsers keep no cookie for longer than 400. */
    sessionDays: number('SESSION_DAYS', 180, [1, 400]),
    /** Other origins whose pages may call the API with an access token. */
    corsOrigins: parseList(given, 'CORS_ORIGINS', {
      isValid: (origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin,
      must: 'origins, such as https://board.example.com',
    }),
    passwordMinimum: number('PASSWORD_MINIMUM', passwordMinimum, [passwordMinimum, 64]),
    breachedPasswords: breached && resolve(breached),
    mail: parseMail(given, publicUrl),
    oidc: parseOidc(given),
    backups: parseBackups(given),
    history: parseHistory(given),
    running: {
      /** What may read the metrics must send; null to let only programs on this machine read them. */
      metricsToken: parseToken(given('METRICS_TOKEN')),
      logLevel: parseChoice(given, 'LOG_LEVEL', logLevels, 'warn'),
      traces: parseTraces(given),
      /** How long the server goes on after it was told to stop, so that pages move to other nodes. */
      drainSeconds: number('DRAIN_SECONDS', 0, [0, mostSeconds], ' seconds'),
      /** How long a start waits for the server before it on the same data to end. */
      startWaitSeconds: number('START_WAIT_SECONDS', 0, [0, mostSeconds], ' seconds'),
    },
    outgoing: parseOutgoing(given),
  };
}

function parseChoice<Choice extends string>(
  given: Given,
  name: string,
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
): Choice {
  const text = given(name) ?? usual;
  const choice = choices.find((each) => each === text);
  if (choice) return choice;
  throw wrongSetting(name, text, `one of ${choices.join(', ')}`);
}

const wordsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((each) => each !== '');

function parseList(
  given: Given,
  name: string,
  { isValid, must }: { readonly isValid: (each: string) => boolean; readonly must: string },
): readonly string[] {
  const words = wordsOf(given(name) ?? '');
  const wrong = words.find((each) => !isValid(each));
  if (wrong === undefined) return words;
  throw new StartProblem(`${name} names “${wrong}”, but must be ${must}.`);
}

/** It is a secret, so the sentence doesn't repeat it. */
function parseToken(text: string | null): string | null {
  if (text === null || /^[\x21-\x7e]{16,500}$/.test(text)) return text;
  throw new StartProblem(
    'METRICS_TOKEN is set, but must have at least 16 letters, digits and signs, and no spaces.',
  );
}

export type TracesConfig = NonNullable<ReturnType<typeof parseTraces>>;

function parseTraces(given: Given) {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw wrongSetting('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, 'an address such as http://localhost:4318');
  }
  const share = given('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^\d(\.\d{1,6})?$/.test(share) || Number(share) > 1) {
    throw wrongSetting('OTEL_TRACES_SAMPLER_ARG', share, 'the share to trace, from 0 to 1, such as 0.05');
  }
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: given('OTEL_SERVICE_NAME') ?? 'lineup',
    /** The share of requests and changes that is traced, from 0 to 1. */
    share: Number(share),
  };
}

function parseTls(cert: string | null, key: string | null) {
  if (cert !== null && key !== null) return { cert: resolve(cert), key: resolve(key) };
  if (cert === null && key === null) return null;
  throw new StartProblem('A certificate needs TLS_CERT and TLS_KEY; set both or neither.');
}

function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw wrongSetting('HOST', text, 'a host name or an address such as 127.0.0.1');
}

function parsePublicUrl(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isOrigin && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw wrongSetting('PUBLIC_URL', text, 'an address such as https://lineup.example.com');
}

function parseProxies(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const proxies = wordsOf(text);
  if (proxies.every((each) => ipaddr.isValid(each) || ipaddr.isValidCIDR(each))) return proxies;
  throw wrongSetting('TRUSTED_PROXIES', text, 'addresses or networks, such as 10.0.0.5 or 172.18.0.0/16');
}

export type OidcConfig = NonNullable<ReturnType<typeof parseOidc>>;

function parseOidc(given: Given) {
  const issuer = given('OIDC_ISSUER');
  const clientId = given('OIDC_CLIENT_ID');
  const clientSecret = given('OIDC_CLIENT_SECRET');
  const name = given('OIDC_NAME');
  if (issuer === null && clientId === null && clientSecret === null && name === null) return null;
  if (issuer === null || clientId === null || clientSecret === null) {
    throw new StartProblem(
      'Signing in through a provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; set all of them or none.',
    );
  }
  const url = URL.parse(issuer);
  const isHere = url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (url?.protocol !== 'https:' && !isHere) {
    throw wrongSetting('OIDC_ISSUER', issuer, 'the provider’s https address, such as https://id.example.com');
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
function parseMail(given: Given, publicUrl: URL | null): MailConfig | null {
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
    throw wrongSetting(
      'MAIL_FROM',
      from ?? '',
      `the sender of email, such as lineup@example.com, where ${name} is set`,
    );
  }
  if (publicUrl === null) {
    throw new StartProblem(`${name} is set, but PUBLIC_URL is not. Links in emails start with it.`);
  }
  return { smtpUrl, from, origin: publicUrl.origin };
}

/** Port 465 is for TLS from the start. */
function addressOfParts(given: Given): string | null {
  const host = given('SMTP_ADDRESS');
  if (host === null) return null;
  const [port, name, password] = ['SMTP_PORT', 'SMTP_USERNAME', 'SMTP_PASSWORD'].map((part) =>
    encodeURIComponent(given(part) ?? ''),
  );
  const login = name === '' ? '' : `${name}:${password}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}${port === '' ? '' : `:${port}`}`;
}

/** The address of a PostgreSQL database. Throws a `StartProblem`, which never shows the password. */
export function parseDatabaseUrl(text: string | null): string | null {
  if (text === null) return null;
  if (/^\w+:\/\/(?:[^/?]*@)?[^/?]*,/.test(text)) {
    throw new StartProblem(
      'DATABASE_URL names several servers. Name one address that leads to the one that accepts changes.',
    );
  }
  const url = URL.parse(text);
  const hasHost = url !== null && (url.hostname !== '' || url.searchParams.has('host'));
  if (!hasHost || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new StartProblem(
      'DATABASE_URL must be the address of a PostgreSQL database, such as postgres://lineup:password@db.example.com/lineup. Signs such as @, /, # and % in a password are written as %40, %2F, %23 and %25.',
    );
  }
  if (isEncoded(text)) return text;
  throw new StartProblem(
    'DATABASE_URL has a “%” that does not begin a code such as %40. Write the sign itself as %25.',
  );
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
