import type { Wake } from '../../wakes.ts';

/** PostgreSQL takes 8,000 bytes. */
export const longestPayload = 7_800;
/** For the node's id and a line's end. */
const margin = 100;

/** A wake as a line. JSON escapes line ends. */
export function lineOf(wake: Wake): string {
  switch (wake.type) {
    case 'changed': {
      const { ref, version, text } = wake;
      const line = (message: string | null) =>
        JSON.stringify(['c', ref.team, ref.document, version, message]);
      const full = line(text);
      return Buffer.byteLength(full) > longestPayload - margin ? line(null) : full;
    }
    case 'lists':
      return JSON.stringify(['l', wake.ref.team, wake.ref.document]);
    case 'presence':
      return JSON.stringify(['p', wake.ref.team, wake.ref.document, wake.text]);
    case 'news':
      return JSON.stringify(['n', wake.news, wake.about]);
  }
}

/** Null for a line of another version, or of a program that uses the channel by accident. */
export function parseLine(line: string): Wake | null {
  const [type, ...values] = parseArray(line);
  if (!values.slice(0, 2).every((each) => typeof each === 'string')) return null;
  if (type === 'c') {
    const [team, document, version, text] = values;
    return { type: 'changed', ref: { team, document }, version, text };
  }
  if (type === 'l') return { type: 'lists', ref: { team: values[0], document: values[1] } };
  if (type === 'p') {
    const [team, document, text] = values;
    return typeof text === 'string' ? { type: 'presence', ref: { team, document }, text } : null;
  }
  if (type === 'n') return { type: 'news', news: values[0], about: values[1] };
  return null;
}

function parseArray(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** As few payloads as possible; each begins with the node's id. */
export function payloadsOf(node: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let current = node;
  let length = node.length;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (length + size > longestPayload && current !== node) {
      payloads.push(current);
      current = node;
      length = node.length;
    }
    current += `\n${line}`;
    length += size;
  }
  return [...payloads, current];
}
