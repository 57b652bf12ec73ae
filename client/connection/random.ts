export type RandomBytes = (count: number) => Uint8Array;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 128 bits as 22 URL-safe letters. */
export function randomId(random: RandomBytes): string {
  let id = '';
  let bits = 0;
  let held = 0;
  for (const byte of random(16)) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 6) {
      held -= 6;
      id += letters[(bits >> held) & 63];
    }
    bits &= (1 << held) - 1;
  }
  return id + letters[(bits << (6 - held)) & 63];
}

/** At least 0 and less than 1, in 256 steps. */
export const randomFraction = (random: RandomBytes): number => (random(1)[0] ?? 0) / 256;
