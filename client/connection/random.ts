export type RandomBytes = (count: number) => Uint8Array;

/** URL-safe letters. */
export const base64Of = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** 128 bits as 22 letters. */
export const randomId = (random: RandomBytes): string => base64Of(random(16));

/** At least 0 and less than 1, in 256 steps. */
export const randomFraction = (random: RandomBytes): number => (random(1)[0] ?? 0) / 256;
