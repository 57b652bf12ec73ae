import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';

/** All files unpacked, in bytes; several times what the maximum number of rows needs. */
const largestUnpacked = 48_000_000;
const mostFiles = 2_000;
/** In bytes. The size is checked after each piece, which can grow a thousandfold when it is unpacked. */
const piece = 8_192;

/** The text of a file by its path. */
export type Archive = (path: string) => string | undefined;

/**
 * Unpacks a ZIP archive. Without the limits, a small file could fill the memory: all files count, by what is in them,
 * whatever sizes they declare.
 */
export function openArchive(bytes: Uint8Array): Outcome<Archive> {
  const files = new Map<string, Uint8Array[]>();
  let declared = 0;
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    const parts: Uint8Array[] = [];
    files.set(file.name.replace(/^\//, '').toLowerCase(), parts);
    file.ondata = (error, part) => {
      if (error) throw error;
      unpacked += part.byteLength;
      parts.push(part);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    // Only looks at the directory, and throws if there is none, as in a file that was cut short.
    unzipSync(bytes, {
      filter({ originalSize }) {
        declared += originalSize;
        return false;
      },
    });
    for (let at = 0; at < bytes.byteLength; at += piece) {
      if (Math.max(declared, unpacked) > largestUnpacked || files.size > mostFiles)
        return refuse('file-unpacked-too-large');
      unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.byteLength);
    }
  } catch {
    return refuse('workbook-unreadable');
  }
  return done((path) => {
    const parts = files.get(path.toLowerCase());
    return parts && textOf(parts);
  });
}

function textOf(parts: readonly Uint8Array[]): string {
  const [first, second] = parts.find(({ byteLength }) => byteLength > 0) ?? [];
  const decoder = new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8');
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}
