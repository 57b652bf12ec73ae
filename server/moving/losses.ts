import type { HostedLayout, HostedTemplate } from '../../domain/layout/hosted.ts';
import { ownIdsOf } from '../../domain/layout/hosted-ids.ts';
import type { Plan } from '../../domain/plan/plan.ts';

/** A place in a document, and what was lost there. */
export type Loss = readonly [place: string, what: string];

const keptAttributes = new Set(['header', 'bold', 'italic', 'underline', 'link', 'list']);

/** Embedded objects such as pictures, and styles that Lineup's notes don't have. */
export function lossesOfNotes(text: string): readonly Loss[] {
  const operations = operationsIn(text);
  const embeds = operations.filter(({ insert }) => typeof insert !== 'string').length;
  const styles = new Set(operations.flatMap(({ attributes }) => Object.keys(Object(attributes))));
  const dropped = [...styles].filter((style) => !keptAttributes.has(style)).sort();
  return [
    ...(embeds > 0
      ? [['notes', `${embeds} of its parts are no text, such as pictures, and are left out.`] as const]
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

/** Seats of people on several positions of one rotation, and of shifts that don't exist or don't overlap it. */
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
  if (person === null) return `Someone on ${position} is left out: the layout has no such shift.`;
  return elsewhere === null
    ? `${person} is taken off ${position}: the shift is not during this rotation.`
    : `${person} is taken off ${position}: a person has one position in a rotation, here ${elsewhere}.`;
}

/** Lineup has one type of template. */
export const lossesOfType = ({ type }: HostedTemplate): readonly Loss[] =>
  type === '' || type === 'fixed' ? [] : [['type', `“${type}” is left out: templates here have no types.`]];
