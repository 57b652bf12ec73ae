import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths of all files of a folder and of the folders in it, by file name. */
export function filesIn(folder: URL): Map<string, string> {
  const entries = readdirSync(fileURLToPath(folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map(({ parentPath, name }) => [name, join(parentPath, name)]));
}
