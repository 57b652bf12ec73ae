import { expect, test } from 'vitest';
import { png, smallestGif } from '../test/pictures.ts';
import { imageType } from './image.ts';

const bytesOf = (...parts: (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const webp = (kind: string, ...rest: number[]) =>
  Buffer.concat([
    bytesOf('RIFF', [9, 9, 9, 9], 'WEBP', kind, [9, 9, 9, 9]),
    Buffer.from(rest),
    Buffer.alloc(20),
  ]);
/** An application segment, a fill byte, a table, then the frame header with its size. */
const jpeg = (height: readonly number[], width: readonly number[]) =>
  bytesOf(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc4, 0, 3, 0],
    [0xff, 0xc2, 0, 17, 8],
    height,
    width,
    [3],
  );

test('[TE7] the type of an image is recognized by its bytes', () => {
  expect(imageType(png(64, 64))).toBe('image/png');
  expect(imageType(Buffer.from(smallestGif, 'base64'))).toBe('image/gif');
  expect(imageType(jpeg([1, 0], [2, 0]))).toBe('image/jpeg');
  expect(imageType(webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 64, 0, 64, 0))).toBe('image/webp');
  expect(imageType(webp('VP8L', 0x2f, 63, 0, 0, 0))).toBe('image/webp');
  expect(imageType(webp('VP8X', 0, 0, 0, 0, 63, 0, 0, 63, 0, 0))).toBe('image/webp');
});

test('an image with a side of 0 or more than 4096 pixels is refused', () => {
  expect(imageType(png(4_096, 4_096))).toBe('image/png');
  for (const [width, height] of [
    [4_097, 1],
    [1, 4_097],
    [0, 1],
    [2 ** 32 - 1, 2 ** 32 - 1],
  ] as const) {
    expect(imageType(png(width, height)), `${width} x ${height}`).toBeNull();
  }
  expect(imageType(jpeg([0xff, 0xff], [1, 0]))).toBeNull();
  expect(imageType(bytesOf('GIF89a', [0xff, 0xff, 0xff, 0xff, 0, 0, 0]))).toBeNull();
  expect(imageType(webp('VP8L', 0x2f, 0xff, 0xff, 0xff, 0x0f))).toBeNull();
  expect(imageType(webp('VP8X', 0, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0))).toBeNull();
});

test('a JPEG is refused by the size that browsers read, not by a later decoy', () => {
  const picture = Buffer.alloc(60_000);
  const header = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc0, 0, 17, 8, 0xff, 0xdc, 0xff, 0xdc, 3];
  bytesOf(header).copy(picture);
  // A reader that does not skip the fill byte takes 'c0 00' for a length, and finds a frame of 1 x 1 there.
  bytesOf([0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3]).copy(picture, 10 + 0xc000);
  expect(imageType(picture)).toBeNull();
});

test('[TE7] other formats and files that end too soon are refused', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const other of [svg, Buffer.alloc(0), Buffer.alloc(100), bytesOf('BM'), bytesOf('RIFF....WAVE')]) {
    expect(imageType(other)).toBeNull();
  }
  const whole = [png(64, 64), jpeg([1, 0], [2, 0]), webp('VP8L', 0x2f, 63, 0, 0, 0)];
  for (const picture of whole) {
    for (let length = 0; length < 20; length++) expect(imageType(picture.subarray(0, length))).toBeNull();
  }
  expect(imageType(bytesOf([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]))).toBeNull();
  expect(imageType(bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0, 0, 0, 0, 0]))).toBeNull();
});
