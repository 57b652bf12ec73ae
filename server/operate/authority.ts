import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivate, writeDraft } from '../private-files.ts';
import { StartProblem } from '../start-problem.ts';
import type { KeyPair } from './certificates.ts';

/** The server's own certificate authority, in `DATA_DIR/tls`. */
export interface Authority extends KeyPair {
  readonly name: string;
  readonly certificate: X509Certificate;
}

const folderOf = (dataDir: string): string => join(dataDir, 'tls');
/** Key and certificate are one file, so that they are replaced together. */
const authorityFile = (dataDir: string): string => join(folderOf(dataDir), 'authority.pem');
const offFile = (dataDir: string): string => join(folderOf(dataDir), 'off');

/** Null if there is none. Throws `StartProblem` if the file cannot be used. */
export async function loadAuthority(dataDir: string): Promise<Authority | null> {
  const file = authorityFile(dataDir);
  let text: string;
  for (const path of [folderOf(dataDir), file]) makePrivate(path);
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartProblem(`Lineup cannot read its certificate authority in ${file}.`);
  }
  return parseAuthority(text, file);
}

export async function makeNewAuthority(dataDir: string, now: number): Promise<Authority> {
  // Loaded only where https is used, because it takes several megabytes.
  const { makeAuthority } = await import('./certificates.ts');
  // With the minute: another authority may replace this one on the same day.
  const time = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const machine =
    hostname()
      .replace(/[^\w.-]/g, '')
      .slice(0, 30) || 'this server';
  const authority = await makeAuthority(`Lineup on ${machine} (${time})`, now);
  const file = authorityFile(dataDir);
  const text = `${authority.key}${authority.cert}\n`;
  await writing(file, async () => {
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
    await rename(await writeDraft(file, text), file);
  });
  return parseAuthority(text, file);
}

/** Whether the operator turned https on. The authority stays when it is turned off, since devices trust it. */
export const isHttpsOn = (dataDir: string): boolean =>
  existsSync(authorityFile(dataDir)) && !existsSync(offFile(dataDir));

export async function turnOn(dataDir: string): Promise<void> {
  await writing(offFile(dataDir), () => rm(offFile(dataDir), { force: true }));
}

/** False if there is no authority, so nothing to turn off. */
export async function turnOff(dataDir: string): Promise<boolean> {
  if (!existsSync(authorityFile(dataDir))) return false;
  await writing(offFile(dataDir), () => writeFile(offFile(dataDir), '', { mode: 0o600 }));
  return true;
}

function parseAuthority(text: string, file: string): Authority {
  try {
    const certificate = new X509Certificate(text.slice(text.indexOf('-----BEGIN CERTIFICATE')));
    const privateKey = createPrivateKey(text);
    if (!certificate.ca || !certificate.checkPrivateKey(privateKey)) throw new Error('They do not match.');
    const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? 'Lineup';
    return { key, cert: certificate.toString(), certificate, name };
  } catch {
    throw new StartProblem(
      `${file} does not hold Lineup’s certificate authority; put the right file back, or run “npm run lineup -- https --new” and install the new one on every device.`,
    );
  }
}

async function writing(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    throw new StartProblem(`Lineup cannot write ${file}.`);
  }
}
