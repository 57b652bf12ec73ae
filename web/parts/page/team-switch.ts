import { urls } from '../../urls.ts';

const ofAnyTeam: readonly string[] = [
  urls.team,
  urls.account,
  urls.mine,
  urls.layouts,
  urls.newLayout,
  urls.templates,
  urls.newTemplate,
];

/** Where switching teams leads: to the same page, if every team has it. */
export function pathAfterTeamSwitch(path: string): string {
  if (ofAnyTeam.includes(path)) return path;
  return path.startsWith(`${urls.templates}/`) ? urls.templates : urls.layouts;
}
