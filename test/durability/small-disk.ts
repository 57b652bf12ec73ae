import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../servers/real-process.ts';

/** A server in a process of its own, on a disk that can be filled. */
export interface SmallDisk {
  /** For the output of the test. */
  readonly kind: string;
  readonly dataDir: string;
  /** False if only the files of its server are limited. */
  readonly isMounted: boolean;
  start(): Promise<{ readonly address: string; stop(): Promise<unknown> }>;
  /** From now on, no file can grow. */
  fill(): void;
  free(): void;
  remove(): Promise<void>;
}

const runs = (command: string, args: string[]) => spawnSync(command, args).status === 0;

/**
 * A file system of 4 MB where this account may mount one, else a limit on the size of the server's files. Null where neither
 * is possible.
 */
export function openSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-disk-'));
  const isMounted = runs('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  if (!isMounted && !runs('prlimit', ['--version'])) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  let server: ReturnType<typeof startProcess> | undefined;

  async function start() {
    server = startProcess('main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
    const { child, ended } = server;
    const line = await new Promise((resolve) => child.stdout.once('data', resolve));
    const address = /at (\S+)/.exec(String(line))?.[1] ?? '';
    return {
      address,
      stop() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  const ballast = join(folder, 'ballast');
  const onDisk = {
    fill() {
      const file = openSync(ballast, 'w');
      for (const size of [65_536, 4_096, 1]) {
        try {
          while (writeSync(file, Buffer.alloc(size)) > 0);
        } catch {
          // Full for pieces of this size.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast),
  };

  function limitFiles(bytes: string): void {
    runs('prlimit', ['--pid', String(server?.child.pid), `--fsize=${bytes}:`]);
  }
  const byLimit = {
    fill() {
      const sizes = readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).size);
      limitFiles(String(Math.min(...sizes.filter((size) => size > 100_000))));
    },
    free: () => limitFiles('unlimited'),
  };

  return {
    kind: isMounted
      ? 'a file system of 4 MB'
      : 'a limit on file sizes, because no file system could be mounted',
    dataDir,
    isMounted,
    start,
    ...(isMounted ? onDisk : byLimit),
    async remove() {
      server?.child.kill('SIGKILL');
      await server?.ended;
      if (isMounted) runs('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
