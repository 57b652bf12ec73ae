import { decodeText } from './schedule-entry.ts';

const [tab, newline, carriageReturn, space] = [9, 10, 13, 32];

/** A calendar's text with its folded lines put together. They are folded by bytes, also within a letter, so that comes first. */
export function decodeCalendar(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  const text = wide ? new TextDecoder(wide).decode(bytes) : decodeText(withoutFolds(bytes));
  return wide ? unfold(text) : text;
}

export const unfold = (text: string): string => text.replace(/(?:\r\n?|\n)[ \t]/g, '');

/** The lines of a text, each with its end; programs end them in three ways. */
export const linesIn = (text: string): readonly string[] =>
  text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+/g) ?? [];

/** UTF-16, which some programs write without its mark: every second byte of 'BEGIN' is zero then. */
function wideEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x42 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x42) ? 'utf-16be' : null;
}

function withoutFolds(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  let at = 0;
  while (at < bytes.length) {
    const folded = lengthOfFold(bytes, at);
    if (folded === 0) {
      kept[size] = bytes[at] ?? 0;
      size += 1;
    }
    at += folded || 1;
  }
  return kept.subarray(0, size);
}

/** 0 where no line is folded. */
function lengthOfFold(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first !== newline && first !== carriageReturn) return 0;
  const ends = first === carriageReturn && bytes[at + 1] === newline ? 2 : 1;
  const next = bytes[at + ends];
  return next === space || next === tab ? ends + 1 : 0;
}
