/** 'Dana is editing', 'Dana and Kim are editing', 'Dana, Kim and 2 others are editing'. */
export function editorsText(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined)
    return first === 'You' ? 'You are editing on another screen' : `${first} is editing`;
  const shown = names.length > 3 ? names.slice(0, 2) : names.slice(0, -1);
  const rest = names.length - shown.length;
  return `${shown.join(', ')} and ${rest === 1 ? names[names.length - 1] : `${rest} others`} are editing`;
}
