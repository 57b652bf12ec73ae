import type { Plan } from '../../../domain/plan/plan.ts';
import type { HostedLayout } from './hosted/hosted-format.ts';
import { ownIdsOf } from './hosted/hosted-ids.ts';

/** A place in a document, and what wasn't imported. */
export type Loss = readonly [place: string, what: string];

const keptAttributes = new Set(['header', 'bold', 'italic', 'underline', 'link', 'list']);

/** Embeds such as pictures, and styles that notes don't have here. */
export function lossesOfNotes(text: string): readonly Loss[] {
  const operations = operationsIn(text);
  const embeds = operations.filter(({ insert }) => typeof insert !== 'string').length;
  const styles = new Set(operations.flatMap(({ attributes }) => Object.keys(Object(attributes))));
  const dropped = [...styles].filter((style) => !keptAttributes.has(style)).sort();
  return [
    ...(embeds > 0
      ? [
          [
            'notes',
            `${embeds === 1 ? '1 embed, such as a picture, was' : `${embeds} embeds, such as pictures, were`} left out.`,
          ] as const,
        ]
      : []),
    ...(dropped.length > 0 ? [['notes', `Styles left out: ${dropped.join(', ')}.`] as const] : []),
  ];
}

function operationsIn(text: string): readonly { insert?: unknown; attributes?: unknown }[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const operations = Array.isArray(parsed) ? parsed : Object(parsed).ops;
    return Array.isArray(operations) ? operations.map(Object) : [];
  } catch {
    return [];
  }
}

/** People who had several positions in a rotation, or whose shift is missing or not during the rotation. */
export function lossesOfSeats(hosted: HostedLayout, made: Plan): readonly Loss[] {
  const { rotations, shifts } = hosted;
  const ownIds = ownIdsOf(hosted);
  const names = new Map(shifts.map(({ id, teamMember }) => [id, teamMember]));
  return rotations.flatMap(({ name, positions }, index) => {
    const kept = new Map<string, string>();
    for (const position of made[index]?.subareas.flatMap((subarea) => subarea.positions) ?? [])
      for (const seat of position.seats) kept.set(seat, position.name);
    const counted = new Map(kept);
    return positions.flatMap((position) =>
      position.teamMembers.flatMap((shift): Loss[] => {
        const own = ownIds.get(shift) ?? shift;
        const isKept = counted.get(own) === position.name;
        if (isKept) {
          counted.delete(own);
          return [];
        }
        const place = `rotations/${index} (${name})`;
        return [[place, whyUnseated(position.name, names.get(shift) ?? null, kept.get(own) ?? null)]];
      }),
    );
  });
}

function whyUnseated(position: string, person: string | null, elsewhere: string | null): string {
  if (person === null) return `Someone on ${position} was left out: the layout doesn’t have their shift.`;
  return elsewhere === null
    ? `${person} was taken off ${position}: the shift isn’t during this rotation.`
    : `${person} was taken off ${position}: a person has one position in a rotation, here ${elsewhere}.`;
}

/** Templates and layouts have no types here. */
export const lossesOfType = (
  { type }: { readonly type: string },
  kind: 'templates' | 'layouts',
): readonly Loss[] =>
  type === '' || type === 'fixed' ? [] : [['type', `“${type}” was left out: ${kind} have no types here.`]];
