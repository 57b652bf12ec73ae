import { brandVariables, surfaces } from '../../../styles/theme.ts';

/** What a part of the page needs around it to look as it would in that mode, in the team's color. */
export function modeVariables(mode: 'light' | 'dark', primaryColor?: string): Record<string, string> {
  const brand = brandVariables(primaryColor);
  const variables: Record<string, string> = { 'color-scheme': mode };
  for (const [name, value] of Object.entries(surfaces[mode])) variables[`--${name}`] = value;
  for (const name of ['brand', 'on-brand', 'brand-ink', 'brand-soft']) {
    variables[`--${name}`] = brand[`--${name}-${mode}`] ?? '';
  }
  return variables;
}
