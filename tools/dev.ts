// The server restarts and the page reloads when their files change. Vite proxies the server, so there is one address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { parseConfig } from '../server/config.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { host, port } = parseConfig(process.env);
const serverPort = port + 1;
const serverAddress = `http://127.0.0.1:${serverPort}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Its own address would be a second one, without the page.
server.stdout.on('data', (data) => {
  process.stdout.write(String(data).replace(new RegExp(`^.*:${serverPort}\\b.*\\n`, 'gm'), ''));
});

const vite = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  clearScreen: false,
  server: {
    host,
    port,
    strictPort: true,
    // The server compares where a page is from with the Host it was asked by, so that must stay as it is.
    proxy: {
      '/api': { target: serverAddress },
      '/healthz': { target: serverAddress },
      '/readyz': { target: serverAddress },
      '/metrics': { target: serverAddress },
      '/live': { target: serverAddress, ws: true },
    },
  },
});
try {
  await vite.listen();
  console.log(`Lineup, reloading as you work: http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`);
} catch (error) {
  console.error((error as Error).message);
  stop(1);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));

async function stop(code: number): Promise<void> {
  server.kill('SIGTERM');
  await vite.close();
  process.exit(code);
}
