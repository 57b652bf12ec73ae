import { createTokenBuckets } from './token-bucket.ts';

/** A page says something when a hand moves, and every few seconds. */
const ofPage = { capacity: 20, perSecond: 4 };
/** Of all pages of a document together. */
const ofDocument = { capacity: 60, perSecond: 20 };

/** False if the page, or all pages of the document, said too much lately. */
export type SpendPresence = (page: string, document: string) => boolean;

/** `now` counts milliseconds. */
export function createPresenceLimits(now: () => number): SpendPresence {
  const pages = createTokenBuckets({ ...ofPage, now });
  const documents = createTokenBuckets({ ...ofDocument, now });
  return (page, document) => pages.spend(page, 1) && documents.spend(document, 1);
}
