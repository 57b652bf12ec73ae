import { createHash } from 'node:crypto';

/** The service worker's script with the list of the files that it stores, by their path in the build. */
export function withFiles(script: string, files: ReadonlyMap<string, string | Uint8Array>): string {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = Object.fromEntries(sorted.map(([path, content]) => [`/${path}`, digest(content)]));
  // The script counts too: another one may use the same files in another way.
  const version = digest(script + JSON.stringify(list)).slice(7, 19);
  return `const BUILD = ${JSON.stringify({ version, files: list })};\n${script}`;
}

/** In the form of `Request.integrity`. */
const digest = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
