/** Letters that have several bytes in UTF-8, of which each is a sign here, or a byte that is part of none. */
const letters =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g;

export interface DecodedText {
  readonly text: string;
  /** Words of which a letter was guessed or is lost. */
  readonly doubtful: readonly string[];
}

/** UTF-8, UTF-16 with its mark, Windows-1252 or Mac Roman: what the words of the file make sense in. */
export function decodeFile(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return checked(new TextDecoder('utf-16le').decode(bytes));
  if (first === 0xfe && second === 0xff) return checked(new TextDecoder('utf-16be').decode(bytes));
  try {
    return checked(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return decodeMixed(bytes);
  }
}

/** A stray byte in UTF-8 is a letter of Windows-1252, if anything. */
function decodeMixed(bytes: Uint8Array): DecodedText {
  const windows = new TextDecoder('windows-1252');
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const found: readonly string[] = signs.match(letters) ?? [];
  const strays = found.filter(({ length }) => length === 1).length;
  if (strays * 2 > found.join('').length - strays) return decodeBytes(bytes);
  const doubtful: string[] = [];
  const text = signs.replace(letters, (run: string, at: number) => {
    // Only the first one can be the mark of UTF-8, which is left out.
    const decoder = run.length === 1 ? windows : new TextDecoder('utf-8', { ignoreBOM: at > 0 });
    const letter = decoder.decode(Uint8Array.from(run, (sign) => sign.charCodeAt(0)));
    if (run.length === 1) doubtful.push(wordAround(signs, at, letter));
    return letter;
  });
  return { text, doubtful: [...new Set(doubtful)] };
}

const besideWords = /[\s,;|"<>=]/;

/** In characters, to each side. */
const mostOfWord = 30;

function wordAround(signs: string, at: number, letter: string): string {
  const isWord = (index: number) =>
    index >= 0 &&
    index < signs.length &&
    !besideWords.test(signs[index] ?? '') &&
    Math.abs(index - at) < mostOfWord;
  let [from, to] = [at, at + 1];
  while (isWord(from - 1)) from -= 1;
  while (isWord(to)) to += 1;
  const shown = (part: string) =>
    new TextDecoder().decode(Uint8Array.from(part, (sign) => sign.charCodeAt(0)));
  return shown(signs.slice(from, at)) + letter + shown(signs.slice(at + 1, to));
}

function decodeBytes(bytes: Uint8Array): DecodedText {
  const [windows = '', mac = ''] = ['windows-1252', 'macintosh'].map((name) =>
    new TextDecoder(name).decode(bytes),
  );
  const words = [wordsOf(windows), wordsOf(mac)] as const;
  const [ofWindows, ofMac] = words.map((all) => all.reduce((sum, word) => sum + oddness(word), 0));
  if (ofWindows === undefined || ofMac === undefined) return { text: windows, doubtful: [] };
  const [text, chosen] = ofMac < ofWindows ? [mac, words[1]] : [windows, words[0]];
  // as likely the one as the other, or none of both
  const doubtful = ofMac === ofWindows ? chosen : chosen.filter((word) => oddness(word) > 0);
  return { text, doubtful: [...new Set(doubtful)] };
}

/** Those with other letters than English. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[^\s,;|"<>=]*[\u0080-\uffff][^\s,;|"<>=]*/g) ?? []).filter((word) => /\p{L}/u.test(word));

const usual = /[áéíóúñüäößçèêàâîôûëïåøæÁÉÍÓÚÑÜÄÖÇÈÀÂÎÔÅØÆ]/;
const rarer = /[ãõìòùÃÕÌÒÙÊËÏÛ]/;
const marks = /[’‘“”–—…•·°©®€£¡¿«»ºª\u00a0½¼]/;

/** How little a word looks like one: signs inside it, rare letters, capitals behind small letters. */
function oddness(word: string): number {
  const hasDigits = /\d/.test(word);
  let odd = 0;
  for (const [at, sign] of [...word].entries()) {
    if (sign <= '\u007f') continue;
    const [before, after] = [[...word][at - 1] ?? '', [...word][at + 1] ?? ''];
    const isInside = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    if (/\p{L}/u.test(sign)) {
      const isTurned =
        (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) ||
        (/\p{Lu}/u.test(before) && /\p{Lu}/u.test(after) && /\p{Ll}/u.test(sign));
      odd += isTurned ? 1 : usual.test(sign) ? 0 : rarer.test(sign) ? 0.5 : 1;
    } else if (!marks.test(sign)) odd += 1;
    else if (isInside && !hasDigits && !(sign === '’' && /\p{Lu}|s/u.test(after))) odd += 1;
    else if (/[…·]/.test(sign) && (before !== '') !== (after !== ''))
      odd += /\p{L}/u.test(before + after) ? 0.5 : 0;
  }
  return odd;
}

/** 'Ã©' is what 'é' becomes where UTF-8 was read as Windows-1252 once before. */
const readTwice = /[ÂÃ][\u0080-\u00bf\u0152-\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/g;

const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, at) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(128 + at)),
    128 + at,
  ]),
);

function checked(text: string): DecodedText {
  const mended = text.replace(readTwice, (pair) => {
    try {
      const bytes = Uint8Array.from(pair, (sign) => byteOf.get(sign) ?? 0);
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return pair;
    }
  });
  const lost = text.includes('\ufffd') ? wordsOf(text).filter((word) => word.includes('\ufffd')) : [];
  const changed = mended === text ? [] : wordsOf(mended).filter((word) => !text.includes(word));
  return { text: mended, doubtful: [...new Set([...lost, ...changed])] };
}
