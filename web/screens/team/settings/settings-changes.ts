import type { TeamChange } from '../../../../domain/change/change.ts';
import { parseMinutes, type Team } from '../../../../domain/team/team.ts';
import { writtenOut } from '../../../../domain/time/typed-times.ts';

/** A team's settings as form values. */
export interface SettingsTexts {
  readonly name: string;
  readonly breakMinMinutes: string;
  readonly breakTimerMinutes: string;
  readonly dayStart: string;
  readonly timeZone: string;
}

export const settingsTexts = (team: Team): SettingsTexts => ({
  name: team.name,
  breakMinMinutes: String(team.breakMinMinutes),
  breakTimerMinutes: String(team.breakTimerMinutes),
  dayStart: team.dayStart,
  timeZone: team.timeZone,
});

/** The changes between the team's settings and the form values. */
export function settingsChanges(team: Team, typed: SettingsTexts): TeamChange[] {
  const breakMinMinutes = parseMinutes(typed.breakMinMinutes);
  const breakTimerMinutes = parseMinutes(typed.breakTimerMinutes);
  const dayStart = writtenOut(typed.dayStart);
  const { timeZone } = typed;
  const changes: TeamChange[] = [];
  if (typed.name !== team.name) changes.push({ type: 'team.rename', name: typed.name });
  if (breakMinMinutes !== team.breakMinMinutes || breakTimerMinutes !== team.breakTimerMinutes) {
    changes.push({ type: 'team.breaks', breakMinMinutes, breakTimerMinutes });
  }
  if (dayStart !== team.dayStart || timeZone !== team.timeZone) {
    changes.push({ type: 'team.day', dayStart, timeZone });
  }
  return changes;
}
