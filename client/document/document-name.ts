/** The name of a document on this device. Ids cannot have a slash. */
export const nameOf = (team: string, document: string): string => `${team}/${document}`;
