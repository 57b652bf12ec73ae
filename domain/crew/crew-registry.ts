import { crewSchema } from './crew.ts';
import { crewChanges } from './crew-changes.ts';
import { mergeChanges } from './merge-people.ts';
import { skillChanges } from './skill-changes.ts';

// In the browser, web/app/lazy-crew.ts stands for this file, and loads it later.

export const crewRegistry = { ...crewChanges, ...mergeChanges, ...skillChanges };

/** Undefined where it is not loaded yet. */
export const crewBody = (): typeof crewSchema | undefined => crewSchema;
