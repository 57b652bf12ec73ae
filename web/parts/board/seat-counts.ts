import type { Position } from '../../../domain/position/position.ts';

/** What the header of a subarea's card says: '1 open', '5/6'. */
export function seatCounts(positions: readonly Position[]): { flag?: string; aside?: string } {
  if (positions.length === 0) return {};
  const open = positions.filter(({ seats }) => seats.length === 0).length;
  return { flag: open > 0 ? `${open} open` : '', aside: `${positions.length - open}/${positions.length}` };
}
