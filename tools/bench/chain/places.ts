import { join } from 'node:path';
import type { Place } from './stores.ts';

/** Where a server keeps what it has; all nodes of a database share a secret. */
export function placeIn(folder: string, node?: { readonly number: number; readonly url: string }): Place {
  const SECRET_FILE = join(folder, 'secret');
  if (!node) return { DATA_DIR: folder, SECRET_FILE };
  return { DATA_DIR: join(folder, String(node.number)), SECRET_FILE, DATABASE_URL: node.url };
}
