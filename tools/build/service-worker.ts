import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { languages } from '../../words/words.ts';

/** The service worker's script with the lists of the files that it stores, by their path in the build: words apart, by language. */
export function withFiles(script: string, files: ReadonlyMap<string, string | Uint8Array>): string {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const listOf = (language: string | null) =>
    Object.fromEntries(
      sorted
        .filter(([path]) => languageOf(path) === language)
        .map(([path, content]) => [`/${path}`, digest(content)]),
    );
  const listed = {
    files: listOf(null),
    words: Object.fromEntries(languages.map((language) => [language, listOf(language)])),
  };
  // The script counts too: another one may use the same files in another way.
  const version = digest(script + JSON.stringify(listed)).slice(7, 19);
  return `const BUILD = ${JSON.stringify({ version, ...listed })};\n${script}`;
}

/** Null for what every language needs. */
const languageOf = (path: string): string | null =>
  languages.find((language) => path.startsWith(`assets/words-${language}-`)) ?? null;

/** In the form of `Request.integrity`. */
const digest = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const SOURCE = fileURLToPath(new URL('../../client/worker/service-worker.ts', import.meta.url));
const WORKER = 'service-worker.js';

/** Adds the service worker to the build, with the list of all files that the app may need without a network. */
export function serviceWorker({ target }: { target: string }): Plugin {
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      // after the page itself was made
      order: 'post',
      async handler(_, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const path of globSync('**/*.*', { cwd: publicDir })) {
          files.set(path.replaceAll('\\', '/'), readFileSync(join(publicDir, path)));
        }
        for (const file of Object.values(bundle)) {
          files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        }
        const source = withFiles(await workerScript(target), files);
        this.emitFile({ type: 'asset', fileName: WORKER, source });
      },
    },
  };
}

async function workerScript(target: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built.');
  return chunk.code;
}
