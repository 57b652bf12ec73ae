import { hotSchedulesId, type Shift, scheduleIdOf } from '../../../../domain/day/shift.ts';

/** The hosted product knew HotSchedules' shifts by their number alone. */
export function hostedIdsOf(shifts: readonly Shift[]): ReadonlyMap<string, string> {
  const taken = new Set(shifts.map(({ id }) => id));
  return new Map(
    shifts.map((shift) => {
      const number =
        shift.provider === 'hotschedules' ? scheduleIdOf(shift).replace(/^hotschedules:/, '') : '';
      if (number === '' || taken.has(number)) return [shift.id, shift.id];
      taken.add(number);
      return [shift.id, number];
    }),
  );
}

/** As the contract takes ids of shifts. */
const longestId = 160;

/** So that the next sync knows the shift. */
export function idFromHosted({ id, provider }: Pick<Shift, 'id' | 'provider'>): string {
  const whole = provider === 'hotschedules' ? hotSchedulesId(id) : id;
  return whole.length <= longestId ? whole : id;
}

interface HostedIds {
  readonly shifts: readonly Pick<Shift, 'id' | 'provider'>[];
  readonly lineup?: { readonly shifts: readonly { readonly id?: string }[] };
}

/** The id that a shift gets here, by its id in a hosted document. */
export const ownIdsOf = ({ shifts, lineup }: HostedIds): ReadonlyMap<string, string> =>
  new Map(shifts.map((shift, index) => [shift.id, lineup?.shifts[index]?.id ?? idFromHosted(shift)]));
