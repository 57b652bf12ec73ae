import { type Change, type DocumentBody, stepsOf } from './change.ts';
import { definitionOf } from './registry.ts';

/** 'Ana Price placed on Expo'. A batch is described by its first step. Bodies are null where they are not known. */
export function describeChange(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
): string {
  const [step] = stepsOf(change);
  const definition = step && definitionOf(step);
  if (!definition) return 'Nothing changed';
  const { fits } = definition;
  const fitting = (body: DocumentBody | null) => (body && fits.includes(body.kind) ? body : null);
  return definition.describe(fitting(before), step, fitting(after));
}
