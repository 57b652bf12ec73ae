import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { StartProblem } from '../start-problem.ts';
import type { LoadCertificate, ServedCertificate } from './served-certificate.ts';

/** Part of a certificate's life. Programs that renew certificates do so well before. */
const WARN_BEFORE = 0.1;

export interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

interface Dependencies {
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}

interface Loaded {
  readonly certificate: ServedCertificate;
  /** From when on the log warns about its end. */
  readonly warnAt: number;
  readonly validTo: string;
}

/** The operator's certificate, loaded again when its files change. */
export function operatorCertificates(paths: CertificatePaths, { now, log }: Dependencies): LoadCertificate {
  let loaded: Loaded | null = null;
  let loadedVersion = '';
  let hasWarned = false;

  function warnOfEnd({ warnAt, validTo }: Loaded): void {
    if (hasWarned || now() < warnAt) return;
    hasWarned = true;
    const ends = Date.parse(validTo) > now() ? 'ends' : 'ended';
    log.warn(`The certificate in ${paths.cert} (TLS_CERT) ${ends} on ${validTo}. Renew it.`);
  }

  return async () => {
    const version = await versionOf(paths);
    if (!loaded || loadedVersion !== version) {
      loaded = await loadCertificate(paths);
      loadedVersion = version;
      hasWarned = false;
    }
    warnOfEnd(loaded);
    return loaded.certificate;
  };
}

/** Throws `StartProblem` with a sentence about the file that is wrong. */
async function loadCertificate(paths: CertificatePaths): Promise<Loaded> {
  const cert = await load('TLS_CERT', paths.cert);
  const key = await load('TLS_KEY', paths.key);
  const certificate = parse(cert, (text) => new X509Certificate(text));
  if (!certificate)
    throw new StartProblem(`TLS_CERT names ${paths.cert}, which is not a certificate in PEM.`);
  const privateKey = parse(key, createPrivateKey);
  if (!privateKey) {
    throw new StartProblem(
      `TLS_KEY names ${paths.key}, which is not a private key in PEM without a passphrase.`,
    );
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartProblem(
      `The key in ${paths.key} (TLS_KEY) is not the one of the certificate in ${paths.cert}.`,
    );
  }
  const { validFrom, validTo } = certificate;
  const life = Date.parse(validTo) - Date.parse(validFrom);
  return {
    certificate: {
      cert,
      key,
      names: namesOf(certificate),
      authority: null,
      fingerprint: certificate.fingerprint256,
      isFor: (host) =>
        (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
    },
    warnAt: Date.parse(validTo) - life * WARN_BEFORE,
    validTo,
  };
}

/** Changes when one of the files does. */
async function versionOf({ cert, key }: CertificatePaths): Promise<string> {
  const parts = await Promise.all(
    [cert, key].map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'missing';
    }),
  );
  return parts.join(', ');
}

const namesOf = ({ subjectAltName = '' }: X509Certificate): readonly string[] =>
  subjectAltName.split(', ').flatMap((each) => /^DNS:([\w.-]+)$/.exec(each)?.[1]?.toLowerCase() ?? []);

async function load(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new StartProblem(`Lineup cannot read ${setting} in ${file}.`);
  }
}

function parse<T>(text: string, create: (text: string) => T): T | null {
  try {
    return create(text);
  } catch {
    return null;
  }
}
