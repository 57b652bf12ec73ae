/** Why the server can't start: the sentence that is printed. */
export class StartProblem extends Error {}

export const wrongSetting = (name: string, text: string, must: string): StartProblem =>
  new StartProblem(`${name} is “${text}”, but must be ${must}.`);

/** Throws `StartProblem` for what is no whole number within the limits. `unit` begins with a blank. */
export function parseNumber(
  name: string,
  text: string,
  [least, most]: readonly [number, number],
  unit = '',
): number {
  const number = Number(text);
  if (/^\d{1,6}$/.test(text) && number >= least && number <= most) return number;
  throw wrongSetting(name, text, `a whole number from ${least} to ${most}${unit}`);
}
