/** Pixels per side. A small file can unpack to an image that fills a tablet's memory. */
const largestSide = 4_096;

type Size = readonly [width: number, height: number];

/** The media type of a PNG, JPEG, WebP or GIF within the size limit, from its headers; null for anything else. */
export function imageType(bytes: Buffer): string | null {
  for (const [type, parseSize] of formats) {
    const size = parseSize(bytes);
    if (size) return size.every((side) => side > 0 && side <= largestSide) ? type : null;
  }
  return null;
}

/** A drawing in XML. Browsers run no script of one that is shown as an image. */
export function isSvg(bytes: Buffer): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return /^\s*<svg[\s>]/.test(start.replace(/<!--[\s\S]*?-->|<[?!][^>]*>/g, ''));
}

/** Each function returns null for another format, or a file that ends before its size. */
const formats: readonly (readonly [type: string, parseSize: (bytes: Buffer) => Size | null])[] = [
  ['image/png', parsePng],
  ['image/jpeg', parseJpeg],
  ['image/webp', parseWebp],
  ['image/gif', parseGif],
];

const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length);

function parsePng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(bytes, 12, 4) !== 'IHDR') {
    return null;
  }
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function parseGif(bytes: Buffer): Size | null {
  if (bytes.length < 10 || !['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return null;
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
}

function parseWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return [(sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return null;
  }
}

/** The size is in the first frame header, which follows any number of other segments. */
function parseJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameHeader(marker)) {
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    }
    // Any number of fill bytes may come before a segment, whose length includes the two bytes of the length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** C0 to CF, except for C4, C8 and CC, which have other meanings. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
