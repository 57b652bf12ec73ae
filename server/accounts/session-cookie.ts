import { createHmac, timingSafeEqual } from 'node:crypto';
import { betterAuthCookies } from './better-auth-headers.ts';

/**
 * The token in the session cookie of a `Cookie` header. Null without exactly one that is signed with this secret: then it is
 * Better Auth's to decide what the header means.
 */
export function sessionTokenOf(header: string, secret: string): string | null {
  const name = `${betterAuthCookies.session}=`;
  const [found, ...others] = header
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(name));
  if (found === undefined || others.length > 0) return null;
  const value = decode(found.slice(name.length));
  const end = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(0, end));
  const signature = Buffer.from(value.slice(end + 1), 'base64');
  const expected = sign(token, secret);
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned && token !== '' ? token : null;
}

/** The `Set-Cookie` line that begins a session, as Better Auth writes it. `life` is in seconds. */
export function sessionCookieOf(token: string, secret: string, life: number): string {
  const value = encodeURIComponent(`${token}.${sign(token, secret).toString('base64')}`);
  return `${betterAuthCookies.session}=${value}; Max-Age=${life}; Path=/; HttpOnly; SameSite=Lax`;
}

const sign = (token: string, secret: string): Buffer => createHmac('sha256', secret).update(token).digest();

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
