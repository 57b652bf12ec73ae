import * as z from 'zod/mini';
import { documentBody } from '../../contract/changes.ts';
import type { DocumentBody } from '../../domain/change/change.ts';

/** A document as the server confirmed it. */
export interface SavedDocument {
  readonly version: number;
  /** Of the store that the version belongs to. */
  readonly epoch: string;
  /** The `changeKey` of the change that made the version; null if the server didn't say. */
  readonly last: string | null;
  readonly body: DocumentBody;
}

/** One that the device kept. `at`: when it was stored, by the server's clock. */
export type RestoredDocument = SavedDocument & { readonly at: number };

export const savedDocument = z.object({
  version: z.number(),
  epoch: z.string(),
  last: z.nullable(z.string()),
  body: documentBody,
});
