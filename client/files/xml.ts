/** Names come without their namespaces. `inside` are the elements around, the outermost first. */
export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string, inside: readonly string[]): void;
  close?(name: string): void;
  text?(text: string, inside: readonly string[]): void;
}

/** Elements inside each other; a sheet has about six. Readers look through all that a text is in. */
const mostDepth = 50;

/**
 * Parses XML in one pass; false if it isn't XML, is cut off, or is nested too deeply. A DOM of the largest sheet would
 * take hundreds of megabytes, and a document type could make more of it.
 */
export function parseXml(xml: string, handler: XmlHandler): boolean {
  const inside: string[] = [];
  let at = 0;
  while (at < xml.length) {
    const from = xml.indexOf('<', at);
    if (from < 0) break;
    if (from > at && inside.length > 0) handler.text?.(withoutEntities(xml.slice(at, from)), inside);
    const aside = asides.find(({ start }) => xml.startsWith(start, from));
    const until = aside ? xml.indexOf(aside.end, from + aside.start.length) : endOfTag(xml, from);
    if (until < 0) return false;
    at = until + (aside?.end.length ?? 1);
    if (aside) {
      if (aside.isText) handler.text?.(xml.slice(from + aside.start.length, until), inside);
      continue;
    }
    const tag = xml.slice(from + 1, until);
    if (tag.startsWith('/')) {
      inside.pop();
      handler.close?.(localName(tag.slice(1).trim()));
      continue;
    }
    // A document type, which could define texts that contain each other.
    if (tag.startsWith('!') || inside.length === mostDepth) return false;
    const [fullName = ''] = /^[^\s/]*/.exec(tag) ?? [];
    const name = localName(fullName);
    handler.open?.(name, (wanted) => attributeIn(tag.slice(fullName.length), wanted), inside);
    if (tag.endsWith('/')) handler.close?.(name);
    else inside.push(name);
  }
  return xml !== '' && inside.length === 0;
}

const asides = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
];

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A '>' inside quotes doesn't end the tag. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < xml.length; at++) {
    const sign = xml[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

/** Each match begins where the last ended, so that a tag is looked through once. */
const attributes = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

/** '' if the tag doesn't have the attribute. */
function attributeIn(tag: string, wanted: string): string {
  for (const [, name = '', double, single = ''] of tag.matchAll(attributes)) {
    if (localName(name) === wanted) return withoutEntities(double ?? single);
  }
  return '';
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name] ?? whole;
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;
