import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import ipaddr from 'ipaddr.js';
import { LOCAL_NAME } from '../address.ts';
import { newId } from '../id.ts';

const { subtle } = globalThis.crypto;
const DAY = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Certificates are valid from a while ago, for devices whose clock is behind. */
const BACKDATED = 7 * DAY;
const AUTHORITY_LIFE = 3_650 * DAY;
/** Apple refuses more than 398 days. The server renews long before that. */
const LEAF_LIFE = 397 * DAY;

/** What a stolen key cannot sign for: anything but the store's own names and private addresses. */
const PERMITTED_NAMES = [LOCAL_NAME, 'localhost'];
const PERMITTED_NETWORKS = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
];
const NAME_CONSTRAINTS = '2.5.29.30';

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

export async function makeAuthority(name: string, now: number): Promise<KeyPair> {
  const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const cert = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ O: ['Lineup'] }, { CN: [name] }],
    notBefore: new Date(now - BACKDATED),
    notAfter: new Date(now - BACKDATED + AUTHORITY_LIFE),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // so that no client takes what it signs for software, email or a VPN
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new Extension(NAME_CONSTRAINTS, true, new Uint8Array(nameConstraints())),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { key: await privateKeyPem(keys), cert: cert.toString('pem') };
}

export interface LeafCertificate extends KeyPair {
  readonly validFrom: number;
  readonly validTo: number;
}

/** A certificate for these host names and addresses. `cert` includes the authority's. */
export async function issueLeaf(
  authority: KeyPair,
  hosts: readonly string[],
  now: number,
): Promise<LeafCertificate> {
  const issuer = new X509Certificate(authority.cert);
  const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const validFrom = Math.max(now - BACKDATED, issuer.notBefore.getTime());
  const validTo = Math.min(validFrom + LEAF_LIFE, issuer.notAfter.getTime());
  const cert = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ O: ['Lineup'] }, { CN: [LOCAL_NAME] }],
    issuer: issuer.subjectName,
    notBefore: new Date(validFrom),
    notAfter: new Date(validTo),
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: ipaddr.isValid(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    key: await privateKeyPem(keys),
    cert: `${cert.toString('pem')}\n${authority.cert}\n`,
    validFrom,
    validTo,
  };
}

/** Positive, and at most 20 bytes. */
const serialNumber = (): string => `01${Buffer.from(newId(), 'base64url').toString('hex')}`;

const privateKeyPem = async ({ privateKey }: CryptoKeyPair): Promise<string> =>
  `${PemConverter.encode(await subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')}\n`;

async function importPrivateKey(pem: string): Promise<CryptoKey> {
  const [key = new ArrayBuffer(0)] = PemConverter.decode(pem);
  return subtle.importKey('pkcs8', key, ALGORITHM, false, ['sign']);
}

/** The extension's DER: `permittedSubtrees [0] SEQUENCE OF SEQUENCE { base GeneralName }`. */
function nameConstraints(): Buffer {
  const names = PERMITTED_NAMES.map((name) => der(0x82, Buffer.from(name)));
  const networks = PERMITTED_NETWORKS.map((network) => {
    const [address, bits] = ipaddr.parseCIDR(network);
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    const mask = kind.subnetMaskFromPrefixLength?.(bits);
    return der(0x87, Buffer.from([...address.toByteArray(), ...(mask?.toByteArray() ?? [])]));
  });
  return der(0x30, der(0xa0, ...[...names, ...networks].map((name) => der(0x30, name))));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
