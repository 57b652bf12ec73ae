import { listWorked } from '../../../contract/crew.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { useListOf } from './use-list.tsx';

/** Who was at which station for how long, on so many days until a date. Not told to viewers and devices. */
export const useWorked = (team: string, to: IsoDate, days: number) =>
  useListOf(listWorked, { params: { team }, query: { to, days: String(days) } }, (answer) => answer.days);
