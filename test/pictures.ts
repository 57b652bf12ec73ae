import { crc32, deflateSync } from 'node:zlib';
import { SeededRandom } from './simulation/seeded-random.ts';

/** The smallest picture there is, in base64: a transparent GIF of one pixel. */
export const smallestGif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The head of a PNG with sides of so many pixels, and bytes up to a length. */
export function png(width: number, height: number, length = 64): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A PNG of half transparent noise, which does not pack. */
export function noise(width: number, height: number): Buffer {
  const chance = new SeededRandom(1);
  const row = () => [0, ...Array.from({ length: width }, () => [...colors(), 128]).flat()];
  const colors = () => [0, 1, 2].map(() => chance.between(0, 255));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, with transparency
  header.set([8, 6], 8);
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.from(row())));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
