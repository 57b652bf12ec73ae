/** Data of a dragged chip. */
export interface Dragged {
  readonly shift: string;
}

/** What it can be dropped on: a position, a person to swap with, or nowhere. */
export type Place = { readonly position: string } | { readonly shift: string } | { readonly nowhere: true };
