// Fails if a package that ships has a known vulnerability, where the registry answers that question.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Verdict {
  readonly ok: boolean;
  readonly message: string;
}

/** `output` is that of `npm audit --json`. */
export function judgeAudit(output: string): Verdict {
  const report = parse(output);
  if (!report?.vulnerabilities) {
    return {
      ok: true,
      message: 'The registry does not answer about vulnerabilities: packages were not checked.',
    };
  }
  const bad = Object.values(report.vulnerabilities).filter(({ severity }) => severity !== 'info');
  if (bad.length === 0) return { ok: true, message: 'No package that ships has a known vulnerability.' };
  const lines = bad.map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { ok: false, message: ['Packages with known vulnerabilities:', ...lines].join('\n  ') };
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { name: string; severity: string; range: string }>>;
}

function parse(output: string): Report | null {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    timeout: 30_000,
    shell: process.platform === 'win32',
  });
  const { ok, message } = judgeAudit(stdout ?? '');
  console.log(message);
  process.exitCode = ok ? 0 : 1;
}
