/** Why the server cannot start, as the one plain sentence that is printed for it. */
export class StartProblem extends Error {}
