const mostKept = 6;

/** What was chosen last in the palette, newest first; for one person, as long as the page is open. */
let recent: { readonly user: string | undefined; readonly ids: readonly string[] } = {
  user: undefined,
  ids: [],
};

export const recentIds = (user: string | undefined): readonly string[] =>
  recent.user === user ? recent.ids : [];

export function noteRecent(user: string | undefined, id: string): void {
  recent = { user, ids: [id, ...recentIds(user).filter((each) => each !== id)].slice(0, mostKept) };
}
