import { expect, test } from 'vitest';
import { judgeAudit } from './check-dependencies.ts';

const audit = (severity: string) =>
  JSON.stringify({ vulnerabilities: { ws: { name: 'ws', severity, range: '<8.17.1' } } });

test.each(['low', 'moderate', 'high', 'critical'])(
  'a package with a %s vulnerability fails the run',
  (severity) => {
    expect(judgeAudit(audit(severity))).toEqual({
      ok: false,
      message: `Packages with known vulnerabilities:\n  ws <8.17.1: ${severity}`,
    });
  },
);

test.each([audit('info'), '{"vulnerabilities":{}}', '{"message":"405 Method Not Allowed"}', '', 'npm error'])(
  'the run goes on after %j',
  (output) => {
    expect(judgeAudit(output).ok).toBe(true);
  },
);

test('it is said when the registry does not answer', () => {
  expect(judgeAudit('{"message":"405"}').message).toContain('were not checked');
});
