/** What Rolldown knows of the modules while it packs them. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Tells which modules the files in `begins` load at once, with what these import in turn. */
export function modulesLoadedBy(begins: readonly string[]): (id: string, modules: Modules) => boolean {
  let found: Set<string> | undefined;
  return (id, modules) => {
    found ??= reachable(begins, modules);
    return found.has(id);
  };
}

function reachable(begins: readonly string[], modules: Modules): Set<string> {
  const found = new Set(begins);
  // a set also visits what is added while it is walked
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
