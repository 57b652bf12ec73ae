/** Names come without their namespaces. */
export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements inside each other; a sheet has about six. Readers look through all that a text is in. */
const mostDepth = 50;

/** Parses XML in one pass; false if it isn't XML, is cut off, or is nested too deeply. */
export function parseXml(xml: string, handler: XmlHandler): boolean {
  let at = 0;
  let depth = 0;
  while (at < xml.length) {
    const from = xml.indexOf('<', at);
    if (from < 0) break;
    if (from > at && depth > 0) handler.text?.(withoutEntities(xml.slice(at, from)));
    const aside = asides.find(({ start }) => xml.startsWith(start, from));
    if (aside) {
      const until = xml.indexOf(aside.end, from + aside.start.length);
      if (until < 0) return false;
      if (aside.isText) handler.text?.(xml.slice(from + aside.start.length, until));
      at = until + aside.end.length;
      continue;
    }
    const until = endOfTag(xml, from);
    if (until < 0 || xml[from + 1] === '!') return false;
    const tag = xml.slice(from + 1, until);
    at = until + 1;
    if (tag.startsWith('/')) {
      depth -= 1;
      handler.close?.(localName(tag.slice(1).trim()));
      continue;
    }
    if (depth === mostDepth) return false;
    const isEmpty = tag.endsWith('/');
    const [, fullName = ''] = /^([^\s/]+)/.exec(tag) ?? [];
    const name = localName(fullName);
    handler.open?.(name, (wanted) => attributeIn(tag, fullName.length, wanted));
    if (isEmpty) handler.close?.(name);
    else depth += 1;
  }
  return depth === 0;
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

/** '' if the tag doesn't have the attribute. */
function attributeIn(tag: string, after: number, wanted: string): string {
  let at = after;
  while (at < tag.length) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) return '';
    const name = localName(tag.slice(at, equals).trim());
    const [quoted] = /^\s*["']/.exec(tag.slice(equals + 1, equals + 20)) ?? [];
    if (!quoted) return '';
    const start = equals + 1 + quoted.length;
    const end = tag.indexOf(quoted.trim(), start);
    if (end < 0) return '';
    if (name === wanted) return withoutEntities(tag.slice(start, end));
    at = end + 1;
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
