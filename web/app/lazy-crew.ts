import { addChanges } from '../../domain/change/change.ts';

type CrewRegistry = typeof import('../../domain/crew/crew-registry.ts');

let loaded: CrewRegistry | undefined;
let loading: Promise<void> | undefined;

/**
 * In the browser, this file stands for domain/crew/crew-registry.ts (vite.config.ts), which the first page that opens the crew
 * loads: most never do.
 */
export const crewRegistry = {};
export const crewBody: CrewRegistry['crewBody'] = () => loaded?.crewBody();

async function load(): Promise<void> {
  const registry = await import('../../domain/crew/crew-registry.ts');
  addChanges(registry.crewRegistry);
  loaded = registry;
}

/** Null once it is there. What fails is tried again. */
export function loadCrew(): Promise<void> | null {
  if (loaded) return null;
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}
