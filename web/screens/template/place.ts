/** What stands at a place of an address, counted from 0; undefined for 'add' and for a place where nothing is. */
export const at = <Item>(list: readonly Item[], place: string): Item | undefined =>
  /^\d{1,4}$/.test(place) ? list[Number(place)] : undefined;
