/** More bytes that aren't UTF-8 than this in a text that mostly is are shown as unreadable. */
const mostStrays = 10_000;

/** UTF-8, UTF-16 with its mark, or Windows-1252, whichever most of it is in. A stray byte in UTF-8 is a letter of Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

function decodeMixed(bytes: Uint8Array): string {
  const strays: number[] = [];
  let count = 0;
  let letters = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length > 1) letters += 1;
    else if (length === 0 && ++count <= mostStrays) strays.push(at);
    at += length || 1;
  }
  const windows = new TextDecoder('windows-1252');
  if (count > letters) return windows.decode(bytes);
  if (count > mostStrays) return new TextDecoder().decode(bytes);
  let text = '';
  let start = 0;
  for (const at of strays) {
    // Only the first piece can begin with the mark of UTF-8, which is left out.
    text += new TextDecoder('utf-8', { ignoreBOM: start > 0 }).decode(bytes.subarray(start, at));
    text += windows.decode(bytes.subarray(at, at + 1));
    start = at + 1;
  }
  return text + new TextDecoder('utf-8', { ignoreBOM: start > 0 }).decode(bytes.subarray(start));
}

/** How many bytes the letter there has in UTF-8; 0 if it is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  // Longer than needed, half of a pair, or beyond the last letter.
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0;
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0;
  for (let next = at + 1; next < at + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
