// Fails if a package that ships has a known vulnerability, where the registry answers that question.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

type Vulnerability = Record<'name' | 'severity' | 'range', string>;

/** `output` is that of `npm audit --json`. */
export function judgeAudit(output: string): { readonly ok: boolean; readonly message: string } {
  const found = vulnerabilitiesIn(output);
  if (!found) {
    const message = 'The registry does not answer about vulnerabilities: packages were not checked.';
    return { ok: true, message };
  }
  const bad = found.filter(({ severity }) => severity !== 'info');
  if (bad.length === 0) return { ok: true, message: 'No package that ships has a known vulnerability.' };
  const lines = bad.map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { ok: false, message: ['Packages with known vulnerabilities:', ...lines].join('\n  ') };
}

function vulnerabilitiesIn(output: string): Vulnerability[] | null {
  try {
    return Object.values(JSON.parse(output).vulnerabilities);
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: 30_000,
    shell: process.platform === 'win32',
  });
  const { ok, message } = judgeAudit(stdout ?? '');
  console.log(message);
  process.exitCode = ok ? 0 : 1;
}
