import { createHash } from 'node:crypto';

/** Pixels a side; a small file can unfold to a picture that fills a tablet's memory. */
const largestSide = 4_096;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The media type of a PNG, JPEG, WebP or GIF of a sensible size, told by its first bytes; null for all else. */
export function imageType(bytes: Buffer): string | null {
  for (const [type, sizeOf] of readers) {
    const size = sizeOf(bytes);
    if (size) return [size.width, size.height].every(isSensible) ? type : null;
  }
  return null;
}

/** What it is kept and found by: the same picture has the same name. */
export const nameOfImage = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

const isSensible = (side: number): boolean => side > 0 && side <= largestSide;

/** Each answers null for what is not of its type or ends before it says how large it is. */
const readers: readonly (readonly [type: string, (bytes: Buffer) => Size | null])[] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
  ['image/gif', gifSize],
];

const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length);

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(bytes, 12, 4) !== 'IHDR') {
    return null;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | null {
  if (bytes.length < 10 || !['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return null;
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  // Browsers make room for a frame that is larger than the picture it is of.
  for (const frame of gifFrames(bytes)) {
    width = Math.max(width, frame.width);
    height = Math.max(height, frame.height);
  }
  return { width, height };
}

/** How far the frames of a GIF reach, as far as the file goes. */
function* gifFrames(bytes: Buffer): Generator<Size> {
  const colors = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colors(bytes[10] ?? 0);
  while (at < bytes.length) {
    if (bytes[at] === 0x2c) {
      if (at + 10 > bytes.length) return;
      yield {
        width: bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7),
      };
      at += 11 + colors(bytes[at + 9] ?? 0);
    } else if (bytes[at] === 0x21) {
      at += 2;
    } else {
      return;
    }
    // The data: blocks that begin with their length, the last of which is empty.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
    at += 1;
  }
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** The size stands in the first frame header, behind any number of other segments. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameHeader(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    // A segment may be preceded by any number of filling bytes, and counts the two bytes of its length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** C4, C8 and CC stand between them and mean something else. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
