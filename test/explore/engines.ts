// The engines of `explore -- engines`: where their programs are, and what brings them.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { webkit } from '@playwright/test';
import { bidi, chromiumPage, type Driver, until, webDriver } from './engine-drivers.ts';

export interface Engine {
  readonly name: string;
  /** What brings it, where it is missing. */
  readonly from: string;
  /** The program that is started; undefined where this machine has none. */
  readonly program: string | undefined;
  /** Opens its only page. `run` starts a program that ends with the engine. */
  readonly open: (run: Run) => Promise<Driver>;
}

type Run = (
  program: string,
  args: readonly string[],
  settings?: Readonly<Record<string, string>>,
) => ChildProcess;

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

const miniBrowser = (engine: string): string | undefined => globSync(`/usr/lib/*/${engine}/MiniBrowser`)[0];

/** Both halves of an engine whose driver and browser are two programs. */
const both = (driver: string, engine: string) => (miniBrowser(engine) ? onPath(driver) : undefined);

const folder = () => mkdtemp(join(tmpdir(), 'lineup-engine-'));

export const engines: readonly Engine[] = [
  {
    name: 'WPE',
    from: 'wpewebkit-driver libwpewebkit-1.1-0 libwpebackend-fdo-1.0-1 cog',
    program: both('WPEWebDriver', 'wpe-webkit-*'),
    open: async (run) => {
      run('WPEWebDriver', ['--port=24446']);
      const binary = miniBrowser('wpe-webkit-*');
      return until(() =>
        webDriver('http://127.0.0.1:24446', {
          'wpe:browserOptions': { binary, args: ['--automation', '--headless'] },
        }),
      );
    },
  },
  {
    name: 'WebKitGTK',
    from: 'webkit2gtk-driver xvfb',
    program: onPath('Xvfb') && both('WebKitWebDriver', 'webkit2gtk-*'),
    open: async (run) => {
      run('Xvfb', [':87', '-screen', '0', '1280x1024x24']);
      run('WebKitWebDriver', ['--port=24444']);
      const binary = miniBrowser('webkit2gtk-*');
      return until(() =>
        webDriver('http://127.0.0.1:24444', {
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        }),
      );
    },
  },
  {
    name: 'Firefox',
    from: 'firefox-esr',
    program: onPath('firefox-esr') ?? onPath('firefox'),
    open: async (run) => {
      const profile = await folder();
      // where no sound server runs, it waits for one half a minute; then sound plays to nowhere
      await writeFile(join(profile, 'user.js'), 'user_pref("media.cubeb.backend", "alsa");');
      const sound = join(profile, 'asound.conf');
      await writeFile(sound, 'pcm.!default { type null }\nctl.!default { type null }\n');
      const args = ['--headless', '--remote-debugging-port=24447', '--profile', profile];
      run(onPath('firefox-esr') ?? 'firefox', [...args, '--width=1280', '--height=1024'], {
        ALSA_CONFIG_PATH: sound,
      });
      return until(() => bidi('ws://127.0.0.1:24447/session'));
    },
  },
  {
    name: 'WebKit of Playwright',
    from: 'npx playwright install webkit',
    program: existsSync(webkit.executablePath()) ? webkit.executablePath() : undefined,
    open: async () => {
      const browser = await webkit.launch();
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      return {
        goto: async (address) => void (await page.goto(address)),
        evaluate: (expression) => page.evaluate(expression),
        hover: ([x, y]) => page.mouse.move(x, y),
        async mouse(points) {
          for (const [index, [x, y]] of points.entries()) {
            await page.mouse.move(x, y);
            if (index === 0) await page.mouse.down();
          }
          await page.mouse.up();
        },
        type: (text) => page.keyboard.type(text),
        close: () => browser.close(),
      };
    },
  },
  {
    name: 'Chromium 85',
    from: 'OLD_CHROMIUM=/path/to/it, such as that of the npm package chrome-aws-lambda 5.2.1',
    program: process.env.OLD_CHROMIUM,
    open: async (run) => {
      const flags = '--headless --no-sandbox --no-zygote --use-gl=swiftshader --window-size=1280,1024';
      const args = ['--remote-debugging-port=24448', `--user-data-dir=${await folder()}`, 'about:blank'];
      run(process.env.OLD_CHROMIUM ?? '', [...flags.split(' '), ...args]);
      return until(() => chromiumPage(24448));
    },
  },
];

/** Runs programs that end together. */
export async function programs() {
  const running: ChildProcess[] = [];
  const home = await folder();
  const env = {
    ...process.env,
    DISPLAY: ':87',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // root has no sandbox of theirs
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    XDG_RUNTIME_DIR: home,
  };
  const run: Run = (program, args, settings) => {
    const child = spawn(program, args, { env: { ...env, ...settings }, stdio: 'ignore', detached: true });
    running.push(child);
    return child;
  };
  const end = () => {
    for (const { pid } of running) {
      // with the browser that a driver started
      try {
        if (pid) process.kill(-pid, 'SIGKILL');
      } catch {
        // it has ended by itself
      }
    }
  };
  process.once('exit', end);
  return { run, end };
}
