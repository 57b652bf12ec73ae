import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { StartProblem } from './start-problem.ts';

test('with nothing set it is local, on port 3000, with its data in ./data', () => {
  expect(parseConfig({ PORT: '', PUBLIC_URL: ' ' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    httpsPort: 3443,
    tls: null,
    dataDir: resolve('data'),
    databaseUrl: null,
    secretFile: resolve('data/secret'),
    publicUrl: null,
    trustedProxies: null,
    registration: 'open',
    allowedHosts: [],
    socketsPerAddress: 1_000,
    sessionDays: 180,
    corsOrigins: [],
    passwordMinimum: 8,
    breachedPasswords: null,
    mail: null,
    oidc: null,
    backups: null,
    history: { breaksAndSeats: null, others: 365 },
    running: { metricsToken: null, logLevel: 'warn', traces: null, drainSeconds: 0, startWaitSeconds: 0 },
    outgoing: {
      allowed: new Set(),
      pushServices: new Set(),
      hotschedules: 'https://app.hotschedules.com',
      sevenshifts: 'https://api.7shifts.com',
      deputy: null,
    },
  });
});

test('the secret is in DATA_DIR unless SECRET_FILE is set', () => {
  expect(parseConfig({ DATA_DIR: '/srv/lineup' }).secretFile).toBe('/srv/lineup/secret');
  expect(parseConfig({ DATA_DIR: '/srv/lineup', SECRET_FILE: '/run/key' }).secretFile).toBe('/run/key');
});

test('a certificate needs its key', () => {
  expect(() => parseConfig({ TLS_CERT: 'cert.pem' })).toThrow(/^A certificate needs TLS_CERT and TLS_KEY/);
  expect(parseConfig({ TLS_CERT: '/a/cert.pem', TLS_KEY: '/a/key.pem' }).tls).toEqual({
    cert: '/a/cert.pem',
    key: '/a/key.pem',
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['HOST', 'http://here'],
  ['HTTPS_PORT', '70000'],
  ['METRICS_TOKEN', 'too short'],
  ['LOG_LEVEL', 'debug'],
  ['DRAIN_SECONDS', '301'],
  ['START_WAIT_SECONDS', '301'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['PUBLIC_URL', 'lineup.example.com'],
  ['PUBLIC_URL', 'ftp://lineup.example.com'],
  ['PUBLIC_URL', 'https://lineup.example.com/board'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.lan'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['REGISTRATION', 'maybe'],
  ['SESSION_DAYS', '0'],
  ['SESSION_DAYS', '401'],
  ['PASSWORD_MINIMUM', '7'],
  ['PASSWORD_MINIMUM', '65'],
  ['PASSWORD_MINIMUM', '8.5'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['MAIL_FROM', 'lineup@example.com'],
  ['HOTSCHEDULES_URL', 'app.hotschedules.com'],
  ['HOTSCHEDULES_URL', 'ftp://app.hotschedules.com'],
  ['SEVENSHIFTS_URL', 'https://api.7shifts.com?company=1'],
  ['DEPUTY_URL', 'https://store.eu.deputy.com#roster'],
])('%s=%s is answered by a sentence that names it', (name, value) => {
  const reading = () => parseConfig({ [name]: value });
  expect(reading).toThrow(StartProblem);
  expect(reading).toThrow(new RegExp(`^${name} is .*\\.$`));
});

test.each([
  'mysql://lineup:secret@127.0.0.1/lineup',
  'postgres://lineup:secret@127.0.0.1',
  'postgres://lineup:secret@one,two',
  'postgres://lineup:secret@one:many/lineup',
  'postgres://lineup:secret@one,two:5433/lineup',
  'postgres://lineup:secret100%@127.0.0.1/lineup',
  'postgres://lineup:secret@127.0.0.1:99999/lineup',
  'lineup:secret',
])('DATABASE_URL=%s is answered by a sentence without its password', (value) => {
  const reading = () => parseConfig({ DATABASE_URL: value });
  expect(reading).toThrow(StartProblem);
  expect(reading).toThrow(/^DATABASE_URL (?!.*secret).*\.$/);
});

test.each([
  'postgres://lineup:secret@one/lineup',
  'postgres://lineup:se%2Ccret@one:5433/lineup?sslmode=require',
  'postgresql://lineup@[2001:db8::1]:5433/lineup',
])('DATABASE_URL=%s is the address of a database', (value) => {
  expect(parseConfig({ DATABASE_URL: value }).databaseUrl).toBe(value);
});

const mail = { SMTP_URL: 'smtps://lineup:secret@mail.example.com', PUBLIC_URL: 'https://lineup.example.com' };

test('email needs a sender, and the address that its links begin with', () => {
  for (const from of ['lineup@example.com', 'Lineup <lineup@example.com>']) {
    expect(parseConfig({ ...mail, MAIL_FROM: from }).mail?.from).toBe(from);
  }
  for (const from of ['', 'Lineup', 'Lineup <lineup@example.com', 'lineup@example.com>', 'a@b\nBcc: c@d']) {
    expect(() => parseConfig({ ...mail, MAIL_FROM: from })).toThrow(/^MAIL_FROM is “/);
  }
  expect(() => parseConfig({ ...mail, MAIL_FROM: 'lineup@example.com', PUBLIC_URL: '' })).toThrow(
    /^SMTP_URL is set, but PUBLIC_URL is not\./,
  );
});

test('the mail server can be set by the names that ONCE has for it', () => {
  const once = { SMTP_ADDRESS: 'mail.example.com', MAILER_FROM_ADDRESS: 'lineup@example.com' };
  const urlOf = (env: Record<string, string>) =>
    parseConfig({ ...once, PUBLIC_URL: mail.PUBLIC_URL, ...env }).mail?.smtpUrl.href;
  expect(urlOf({ SMTP_PORT: '587', SMTP_USERNAME: 'a@b.com', SMTP_PASSWORD: 'c/d' })).toBe(
    'smtp://a%40b.com:c%2Fd@mail.example.com:587',
  );
  expect(urlOf({ SMTP_PORT: '465', SMTP_USERNAME: '' })).toBe('smtps://mail.example.com:465');
  expect(urlOf({ SMTP_URL: mail.SMTP_URL })).toBe(mail.SMTP_URL);
  expect(() => urlOf({ SMTP_PORT: 'many' })).toThrow(
    /^SMTP_ADDRESS is set, but must be a host, with a number/,
  );
  expect(() => parseConfig(once)).toThrow(/^SMTP_ADDRESS is set, but PUBLIC_URL is not\./);
});

test('no sentence repeats the password of the mail server', () => {
  expect(() => parseConfig({ SMTP_URL: 'lineup:secret@mail.example.com' })).toThrow(
    /^SMTP_URL is set(?!.*secret)/s,
  );
});

const provider = {
  OIDC_ISSUER: 'https://id.example.com/staff',
  OIDC_CLIENT_ID: 'lineup',
  OIDC_CLIENT_SECRET: 'secret',
};

test('a provider is set up whole or not at all', () => {
  expect(parseConfig(provider).oidc).toEqual({
    issuer: 'https://id.example.com/staff',
    clientId: 'lineup',
    clientSecret: 'secret',
    name: 'single sign-on',
  });
  expect(parseConfig({ ...provider, OIDC_NAME: 'Example' }).oidc?.name).toBe('Example');
  for (const missing of Object.keys(provider)) {
    expect(() => parseConfig({ ...provider, [missing]: '' })).toThrow(/set all of them or none\.$/);
  }
  expect(() => parseConfig({ OIDC_NAME: 'Example' })).toThrow(/set all of them or none\.$/);
  const withIssuer = (issuer: string) => () => parseConfig({ ...provider, OIDC_ISSUER: issuer });
  for (const issuer of ['id.example.com', 'http://id.example.com', 'http://10.0.0.7', 'ftp://localhost']) {
    expect(withIssuer(issuer)).toThrow(/^OIDC_ISSUER is “/);
  }
  for (const issuer of ['http://localhost:8080', 'http://[::1]:8080'])
    expect(withIssuer(issuer)).not.toThrow();
});

test('schedule providers can be elsewhere, also inside', () => {
  const { outgoing } = parseConfig({
    OUTGOING_ALLOW: 'Schedule.store.lan:8080, 10.0.0.7:80\n[FD00:0::7]:443',
    PUSH_ALLOW: 'push.store.lan:8081',
    HOTSCHEDULES_URL: 'http://schedule.store.lan:8080/',
    SEVENSHIFTS_URL: 'https://shifts.example.com/api//',
    DEPUTY_URL: 'https://store.eu.deputy.com',
  });
  expect(outgoing).toEqual({
    allowed: new Set(['schedule.store.lan:8080', '10.0.0.7:80', '[fd00::7]:443']),
    pushServices: new Set(['push.store.lan:8081']),
    hotschedules: 'http://schedule.store.lan:8080',
    sevenshifts: 'https://shifts.example.com/api',
    deputy: 'https://store.eu.deputy.com',
  });
});

test.each([
  'schedule.store.lan',
  'http://schedule.store.lan:80',
  '*:80',
  'store.lan:port',
  'store.lan:99999',
])('OUTGOING_ALLOW names hosts with their ports, not %s', (name) => {
  const reading = () => parseConfig({ OUTGOING_ALLOW: `10.0.0.7:80 ${name}` });
  expect(reading).toThrow(StartProblem);
  expect(reading).toThrow(`OUTGOING_ALLOW names “${name}”, but must be hosts with their ports`);
});

test.each(['board.example.com', 'https://board.example.com/', 'ftp://board.example.com', '*', 'null'])(
  'CORS_ORIGINS names origins, not %s',
  (name) => {
    expect(parseConfig({ CORS_ORIGINS: 'https://a.example.com http://b:1' }).corsOrigins).toHaveLength(2);
    expect(() => parseConfig({ CORS_ORIGINS: `https://a.example.com ${name}` })).toThrow(
      `CORS_ORIGINS names “${name}”, but must be origins`,
    );
  },
);

test.each(['https://board.example.com', 'board.example.com:443', '*.example.com/x', 'bad_host/'])(
  'ALLOWED_HOSTS names hosts, not %s',
  (name) => {
    expect(parseConfig({ ALLOWED_HOSTS: 'a.example.com, B.example.com' }).allowedHosts).toHaveLength(2);
    expect(() => parseConfig({ ALLOWED_HOSTS: `a.example.com ${name}` })).toThrow(
      `ALLOWED_HOSTS names “${name}”, but must be host names`,
    );
  },
);

test.each(['0', '-1', '1.5', 'many', '1000000'])('SOCKETS_PER_ADDRESS is a count, not %s', (text) => {
  expect(() => parseConfig({ SOCKETS_PER_ADDRESS: text })).toThrow(
    `SOCKETS_PER_ADDRESS is “${text}”, but must be a whole number from 1 to 999999.`,
  );
});
