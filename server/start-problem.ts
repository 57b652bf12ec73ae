/** Why the server can't start: the sentence that is printed. */
export class StartProblem extends Error {}
