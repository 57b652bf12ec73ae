import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { StoredDocument } from '../../server/database/document-store.ts';

interface Golden {
  readonly team: string;
  readonly secret: string;
  /** Every document by its id, as version 0.1 read it. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
}

const unzipped = (name: string) => gunzipSync(readFileSync(new URL(name, import.meta.url)));

/**
 * A database that version 0.1 made: a team with a template and layouts after 190 changes, some of them with a snapshot and
 * some without, a schedule connection and two people. Puts it and its secret into a folder.
 */
export function writeGoldenDatabase(dataDir: string): Golden {
  const golden: Golden = JSON.parse(unzipped('database-0.1.json.gz').toString());
  writeFileSync(join(dataDir, 'lineup.db'), unzipped('database-0.1.db.gz'));
  writeFileSync(join(dataDir, 'secret'), `${golden.secret}\n`);
  return golden;
}
