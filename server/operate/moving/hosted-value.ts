import * as z from 'zod/mini';

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Firestore documents can't be deeper, and a file that is would end the import of all others. */
const MAX_DEPTH = 100;

/** Converts a document to plain JSON: timestamps to milliseconds, references to their path. */
function plain(value: unknown, depth = 0): unknown {
  const inside = (each: unknown) => (depth < MAX_DEPTH ? plain(each, depth + 1) : null);
  if (Array.isArray(value)) return value.map(inside);
  if (!isFields(value)) return value;
  if (typeof value.__datatype__ === 'string') return inside(value.value);
  const instant = instantOf(value);
  if (instant !== null) return instant;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__collections__')
      .map(([name, each]) => [name, inside(each)]),
  );
}

/** Epoch milliseconds; the Admin SDK writes the names with an underscore, the web SDK without. */
function instantOf({
  _seconds,
  _nanoseconds,
  seconds = _seconds,
  nanoseconds = _nanoseconds,
}: Fields): number | null {
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + Math.floor(nanoseconds / 1_000_000)
    : null;
}

/** Takes a place in a document, and what wasn't imported. */
export type ReportLoss = (place: string, what: string) => void;

/** A value in a document, at its place. Missing values are empty; what is there and invalid is reported. */
export interface HostedValue {
  readonly value: unknown;
  lose(what: string): void;
  at(key: string): HostedValue;
  text(): string;
  list(key: string): readonly HostedValue[];
  /** Whether there is something with fields. */
  hasFields(): boolean;
  as<T>(schema: z.ZodMiniType<T>): T | undefined;
}

/** A document, of which all that can be read is read: the hosted product didn't validate what it stored. */
export const hostedDocument = (document: unknown, lose: ReportLoss = () => {}): HostedValue =>
  hostedValue(plain(document), '', lose);

/** Collects what is left out of a document, to report it once the document is there. */
export function readable(document: unknown) {
  const losses = new Map<string, Parameters<ReportLoss>>();
  const read = hostedDocument(document, (place, what) => losses.set(place + what, [place, what]));
  const report = (changed: ReportLoss, where: string) => {
    for (const [place, what] of losses.values()) changed(place === '' ? where : `${where}/${place}`, what);
  };
  return { read, report };
}

const anyList = z.custom<readonly unknown[]>(Array.isArray);

function hostedValue(value: unknown, place: string, lose: ReportLoss): HostedValue {
  const isMissing = value === undefined || value === null;
  const inside = (key: string) => (place === '' ? `${key}` : `${place}/${key}`);
  function otherwise<T>(empty: T): T {
    if (!isMissing) lose(place, 'Left out: it is invalid.');
    return empty;
  }
  const at = (key: string) =>
    hostedValue(isFields(value) ? value[key] : otherwise(undefined), inside(key), lose);
  return {
    value,
    lose: (what) => lose(place, what),
    at,
    text: () => (typeof value === 'string' ? value : otherwise('')),
    list: (key) =>
      (at(key).as(anyList) ?? []).map((each, index) => hostedValue(each, `${inside(key)}/${index}`, lose)),
    hasFields: () => isFields(value) || otherwise(false),
    as(schema) {
      const read = isMissing ? undefined : z.safeParse(schema, value);
      return read?.success ? read.data : otherwise(undefined);
    },
  };
}
