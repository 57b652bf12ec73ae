import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { type ChangeMessage, messageOf } from '../../domain/history/phrases.ts';
import { formats } from '../words/formats.ts';
import { words } from '../words/words.ts';

const t = words('history');

/** What a change did, in the person's language. */
export const saidChange = (
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
): ChangeMessage => messageOf(before, change, after, { t, formats: formats.get() });
