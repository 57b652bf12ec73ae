import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads a line from the terminal without showing it, or from a pipe; '' at the end of the input. */
export function promptHidden(question: string): Promise<string> {
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true });
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    // Ctrl+C and Ctrl+D close it, too.
    lines.once('close', () => {
      stderr.write('\n');
      resolve(answer);
    });
  });
}
