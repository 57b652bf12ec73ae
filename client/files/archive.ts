import { Inflate } from 'fflate';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';

/** All files unpacked, in bytes; several times what the maximum number of rows needs. */
const largestUnpacked = 48_000_000;
const mostFiles = 2_000;
/** In bytes. The size is checked after each piece, which can grow a thousandfold when it is unpacked. */
const piece = 8_192;

export interface Archive {
  has(path: string): boolean;
  /** The text of a file. All calls together unpack a limited size, whatever sizes the archive declares. */
  text(path: string): Outcome<string>;
}

interface PackedFile {
  readonly isPacked: boolean;
  readonly bytes: Uint8Array;
}

/** Opens a ZIP archive; the declared sizes are checked before anything is unpacked. */
export function openArchive(bytes: Uint8Array): Outcome<Archive> {
  const files = new Map<string, PackedFile>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = startOfDirectory(view);
  let declared = 0;
  while (at !== null && at + 46 <= view.byteLength && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    declared += view.getUint32(at + 24, true);
    const file = packedFile(view, at);
    if (file) files.set(path.replace(/^\//, '').toLowerCase(), file);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (declared > largestUnpacked || files.size > mostFiles) return refuse('file-unpacked-too-large');
  }
  let room = largestUnpacked;
  return done({
    has: (path) => files.has(path.toLowerCase()),
    text(path) {
      const file = files.get(path.toLowerCase());
      if (!file) return refuse('workbook-unreadable');
      const unpacked = unpack(file, room);
      if (!unpacked) return refuse('workbook-unreadable');
      room -= unpacked.byteLength;
      if (room < 0) return refuse('file-unpacked-too-large');
      const [first, second] = unpacked;
      const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
      return done(new TextDecoder(encoding).decode(unpacked));
    },
  });
}

/** Locates the file of a directory entry; null if it is encrypted or lies outside the archive. */
function packedFile(view: DataView, at: number): PackedFile | null {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const start = view.getUint32(at + 42, true);
  if ((flags & 1) === 1 || (method !== 0 && method !== 8) || start + 30 > view.byteLength) return null;
  if (view.getUint32(start, true) !== 0x04034b50) return null;
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const size = view.getUint32(at + 20, true);
  if (from + size > view.byteLength) return null;
  return { isPacked: method === 8, bytes: new Uint8Array(view.buffer, view.byteOffset + from, size) };
}

/** Unpacks at most one piece more than `room`; null if the data is damaged. */
function unpack({ isPacked, bytes }: PackedFile, room: number): Uint8Array | null {
  if (!isPacked) return bytes;
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    parts.push(part);
    size += part.byteLength;
  });
  try {
    for (let at = 0; at < bytes.byteLength && size <= room; at += piece) {
      inflate.push(bytes.subarray(at, at + piece), at + piece >= bytes.byteLength);
    }
  } catch {
    return null;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** The directory is at the end of the archive, before a comment of at most 65,535 bytes. */
function startOfDirectory(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 65_557; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint32(at + 16, true);
  }
  return null;
}
