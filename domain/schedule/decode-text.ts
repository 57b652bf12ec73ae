/** Letters that have several bytes in UTF-8, of which each is a sign here, or a byte that is part of none. */
const letters =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g;

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
  const windows = new TextDecoder('windows-1252');
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const found: readonly string[] = signs.match(letters) ?? [];
  const strays = found.filter(({ length }) => length === 1).length;
  if (strays * 2 > found.join('').length - strays) return windows.decode(bytes);
  return signs.replace(letters, (run: string, at: number) => {
    // Only the first one can be the mark of UTF-8, which is left out.
    const decoder = run.length === 1 ? windows : new TextDecoder('utf-8', { ignoreBOM: at > 0 });
    return decoder.decode(Uint8Array.from(run, (sign) => sign.charCodeAt(0)));
  });
}
