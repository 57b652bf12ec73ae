import { plainId } from '../../../contract/changes.ts';
import { type Crew, crewDocument, type Person } from '../../../domain/crew/crew.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { isMinutes, largestLogo, logoAddress, type Team } from '../../../domain/team/team.ts';
import { isClockTime } from '../../../domain/time/clock-time.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import type { StoredLogo } from '../../database/store.ts';
import { imageId, imageType } from '../../image.ts';
import { teamFromHosted } from './hosted-format.ts';
import {
  hostedTeamOf,
  isFields,
  parseHostedPerson,
  parseHostedTeam,
  type WholeTeam,
} from './hosted-shapes.ts';
import type { ImportContext, ImportSource } from './import.ts';
import type { People } from './import-people.ts';
import { describeProblem, readableName } from './read-documents.ts';

const hotschedules = 'hotschedules';

/** Spreads join times, so that people see their teams in the order they joined them. */
const SECOND = 1_000;

export function createTeamImport(
  { collections }: Pick<ImportSource, 'collections'>,
  { target, report, timeZone, now }: ImportContext,
  people: People,
) {
  const startedAt = now();
  let withoutZone = 0;

  async function add(id: string, document: unknown): Promise<Team | null> {
    const where = `teams/${id}`;
    const refused = (problem: Problem) => {
      report.skipped('Teams', where, describeProblem(problem));
      return null;
    };
    const { read, losses } = parseHostedTeam(document);
    if (!read.ok) return refused(read.problem);
    if (!plainId.safeParse(id).success) return refused({ code: 'request-invalid', field: 'id' });
    const whole = withLineup(read.value, document);
    const there = await target.team(id);
    if (there) {
      report.existing('Teams');
      // Former members stay out; people whose account is new join now.
      await addMembers(id, whole, people.isNew, (user) =>
        report.changed(where, `${people.nameOf(user)} joined.`),
      );
      await reportConnections(id, whole);
      return there;
    }
    const logo = logoOf(id, whole);
    const team = teamFromHosted(hostedTeamOf(withValidSettings(where, whole, logo)), timeZone);
    if (!team.ok) return refused(team.problem);
    if (!isTimeZone(whole.lineup?.timeZone ?? '')) withoutZone += 1;
    // Members come first: if the import is interrupted here, the next run adds them again.
    const managers = await addMembers(id, whole, () => true);
    if (managers === 0) report.changed(where, 'It has no manager: none of its managers has an account here.');
    if (logo) await target.keepLogo(logo);
    const issued = await target.issue({ team: id, document: id }, { type: 'team.create', team: team.value });
    if (!issued.ok) return refused(issued.problem);
    report.created('Teams');
    for (const [place, what] of losses) report.changed(`${where}/${place}`, what);
    if (whole.lineup?.crew) await addCrew(id, whole.lineup.crew);
    await connect(id, whole, team.value);
    return team.value;
  }

  /** Accounts that have another id here keep their person. */
  async function addCrew(team: string, crew: Crew): Promise<void> {
    const here = async <Each extends Person>(person: Each): Promise<Each> => ({
      ...person,
      account: person.account === null ? null : await people.idOf(person.account),
    });
    const [known, merged] = [
      await Promise.all(crew.people.map(here)),
      await Promise.all(crew.merged.map(here)),
    ];
    const change = { type: 'crew.create', crew: { ...crew, people: known, merged } } as const;
    const issued = await target.issue({ team, document: crewDocument }, change);
    if (!issued.ok) report.skipped('Teams', `teams/${team}/crew`, describeProblem(issued.problem));
  }

  /** Returns how many of them are managers. */
  async function addMembers(
    team: string,
    { members, lineup }: WholeTeam,
    isIncluded: (hosted: string) => boolean,
    joined: (hosted: string) => void = () => {},
  ): Promise<number> {
    let managers = 0;
    for (const [index, hosted] of [...new Set(members)].entries()) {
      const user = isIncluded(hosted) ? await people.idOf(hosted) : null;
      if (user === null) continue;
      const kept = lineup?.members[hosted];
      // Everybody managed a hosted team. A role that can't be read is the one that may do the least.
      const role = kept?.role ?? (lineup ? 'viewer' : 'manager');
      if (role === 'manager') managers += 1;
      const joinedAt = kept?.joinedAt ?? startedAt + positionOf(team, hosted) * SECOND + index;
      if (await target.addMember({ team, user, role, joinedAt })) joined(hosted);
    }
    return managers;
  }

  /** The team's position in the person's list; they see the first team. */
  function positionOf(team: string, user: string): number {
    const { teams } = parseHostedPerson(collections.users[user]);
    return teams.includes(team) ? teams.indexOf(team) : teams.length;
  }

  /** Replaces optional settings that are invalid; the hosted product didn't validate them. */
  function withValidSettings(where: string, team: WholeTeam, logo: StoredLogo | null): WholeTeam {
    const areas = [...new Set(team.areas.map((area) => area.trim()).filter((area) => area !== ''))];
    if (areas.length === 0) report.changed(where, 'It has no areas, so “Main” was added.');
    const color = team.theme?.primaryColor ?? '';
    const keepsColor = color === '' || /^#[0-9a-f]{6}$/i.test(color);
    if (!keepsColor) report.changed(where, `The color ${color} was left out: it must look like #1f5fbf.`);
    const minutes = (name: 'breakMinMinutes' | 'breakTimerMinutes') => {
      if (isMinutes(team[name])) return team[name];
      report.changed(where, `${name} is not a number of minutes from 0 to 1440, so it was set to 0.`);
      return 0;
    };
    const kept = logo ? logoAddress(logo.team, logo.id) : team.logoURL;
    const keepsLogo = !kept || logo !== null || /^https:\/\//i.test(kept);
    if (!keepsLogo) report.changed(where, 'The logo was left out: its address must begin with https.');
    const name = readableName(team.name, 'Unnamed team', `${where}/name`, report.changed);
    return {
      ...team,
      name,
      ...(team.lineup && { lineup: withValidTimes(where, team.lineup) }),
      areas: areas.length > 0 ? areas : ['Main'],
      breakMinMinutes: minutes('breakMinMinutes'),
      breakTimerMinutes: minutes('breakTimerMinutes'),
      theme: keepsColor ? team.theme : null,
      logoURL: keepsLogo ? kept : null,
    };
  }

  function withValidTimes(where: string, lineup: NonNullable<WholeTeam['lineup']>) {
    const { dayStart, timeZone: zone } = lineup;
    const keepsStart = dayStart === '' || isClockTime(dayStart);
    if (!keepsStart)
      report.changed(where, `The start of the day “${dayStart}” was left out: it is not a time.`);
    return { ...lineup, dayStart: keepsStart ? dayStart : '', timeZone: isTimeZone(zone) ? zone : '' };
  }

  async function reportConnections(id: string, whole: WholeTeam): Promise<void> {
    for (const provider of providersOf(whole)) {
      if (await target.isConnected(id, provider)) report.existing('Schedule connections');
      else {
        const why = 'Connect the schedule again on the team’s page.';
        report.skipped('Schedule connections', `teams/${id}/${provider}`, why);
      }
    }
  }

  async function connect(id: string, whole: WholeTeam, team: Team): Promise<void> {
    for (const { provider, ...connection } of whole.lineup?.connections ?? []) {
      await target.keepConnection({ team: id, provider, ...connection, sealed: {}, lastRead: null });
      report.created('Schedule connections');
      report.changed(`teams/${id}`, `Enter the sign-in for ${provider} again.`);
    }
    const settings = hotschedulesOf(whole);
    if (!settings) return;
    const { timeZone } = team;
    const terms = { location: null, timeZone, everyMinutes: null, takesAlone: false };
    const connected = await target.connect(id, hotschedules, { settings, ...terms });
    if (connected.ok) return report.created('Schedule connections');
    report.skipped('Schedule connections', `teams/${id}/${hotschedules}`, describeProblem(connected.problem));
  }

  return {
    add,
    reportTimeZone() {
      if (withoutZone === 0) return;
      report.changed(
        'teams',
        `${withoutZone} of them had no time zone and now have ${timeZone}; choose another with --time-zone.`,
      );
    },
  };
}

/** An export from Lineup stays one, so that nobody gets another role because a part of it can't be read. */
function withLineup(team: WholeTeam, document: unknown): WholeTeam {
  const isFromLineup = isFields(document) && document.lineup !== undefined && document.lineup !== null;
  if (team.lineup || !isFromLineup) return team;
  return { ...team, lineup: { dayStart: '', timeZone: '', members: {}, connections: [] } };
}

function logoOf(team: string, { lineup }: WholeTeam): StoredLogo | null {
  if (!lineup?.logo) return null;
  const bytes = Buffer.from(lineup.logo.base64, 'base64');
  const type = imageType(bytes);
  if (type === null || bytes.length > largestLogo) return null;
  return { team, id: imageId(bytes), type, bytes };
}

/** The hosted product's HotSchedules sign-in; a Lineup export lists its connections separately. */
function hotschedulesOf({ integrations, lineup }: WholeTeam): { user: string; pass: string } | null {
  const { user = '', pass = '' } = integrations?.hotschedules ?? {};
  return lineup || (user === '' && pass === '') ? null : { user, pass };
}

const providersOf = (team: WholeTeam): readonly string[] =>
  team.lineup?.connections.map(({ provider }) => provider) ?? (hotschedulesOf(team) ? [hotschedules] : []);
