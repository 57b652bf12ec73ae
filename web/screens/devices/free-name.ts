/** 'Television', or with the first number that no other device of the team has. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = new Set(taken);
  for (let number = 1; ; number++) {
    const text = number === 1 ? name : `${name} ${number}`;
    if (!isTaken.has(text)) return text;
  }
}
