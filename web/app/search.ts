import { isIsoDate } from '../../domain/date.ts';
import { insidePath } from '../parts/came-from.ts';

export const comingFrom = (search: Record<string, unknown>): { from?: string } => ({
  from: insidePath(search.from),
});
export const onDate = (search: Record<string, unknown>): { date?: string } => ({
  date: isIsoDate(search.date) ? search.date : undefined,
});
