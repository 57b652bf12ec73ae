import { done, type Outcome, refuse } from '../domain/problem.ts';
import { readScheduleTable, type ScheduleTable } from '../domain/schedule-table.ts';

export const largestScheduleMegabytes = 5;

/** Reads a chosen CSV or TSV file; every way it can be wrong is a problem with a sentence. */
export async function readScheduleFile(file: Blob): Promise<Outcome<ScheduleTable>> {
  if (file.size > largestScheduleMegabytes * 1_000_000) {
    return refuse('file-too-large', { details: { max: largestScheduleMegabytes } });
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return refuse('file-not-a-table');
  if (text.trim() === '') return refuse('file-empty');
  const { default: papaparse } = await import('papaparse');
  const { data, meta } = papaparse.parse<string[]>(text);
  // One line without a separator is prose, or another kind of file that happens to be text.
  if (!meta.delimiter || !data.some((row) => row.length > 1)) return refuse('file-not-a-table');
  const table = readScheduleTable(data);
  return table.ok ? done(table.value) : table;
}

/** Text of the encodings that spreadsheets write; null for bytes that are no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0) || startsLikeAnotherKind(bytes)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function startsLikeAnotherKind(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 16)).trimStart();
  return ['%PDF', 'PK\u0003\u0004', '{\\rtf', '<', '{', '['].some((mark) => start.startsWith(mark));
}
