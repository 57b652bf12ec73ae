// The server restarts and the page reloads when their files change. Vite stands in front, so that there is one address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOST = process.env.HOST ?? 'localhost';
const PORT = Number(process.env.PORT ?? 3000);
const SERVER_PORT = PORT + 1;
const SERVER = `http://127.0.0.1:${SERVER_PORT}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(SERVER_PORT) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Its own address would be a second one, without the page.
server.stdout.on('data', (data) => {
  process.stdout.write(String(data).replace(new RegExp(`^.*:${SERVER_PORT}\\b.*\\n`, 'gm'), ''));
});

const vite = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  clearScreen: false,
  server: {
    host: HOST,
    port: PORT,
    strictPort: true,
    proxy: { '/api': SERVER, '/healthz': SERVER, '/live': { target: SERVER, ws: true } },
  },
});
try {
  await vite.listen();
  console.log(`Lineup, reloading as you work: http://${HOST === '0.0.0.0' ? 'localhost' : HOST}:${PORT}`);
} catch (error) {
  console.error((error as Error).message);
  stop(1);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));

async function stop(code: number): Promise<void> {
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  await vite.close();
  process.exit(code);
}
