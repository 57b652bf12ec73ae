import { plainId } from '../../contract/changes.ts';
import { teamFromHosted } from '../../domain/layout/hosted.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import { isMinutes, largestLogo, logoAddress, type Team } from '../../domain/team/team.ts';
import { imageId, imageType } from '../image.ts';
import type { StoredLogo } from '../store/logo-store.ts';
import { hostedTeamOf, readHostedPerson, readHostedTeam, type WholeTeam } from './hosted-shapes.ts';
import type { People } from './import-people.ts';
import type { ImportContext, ImportSource } from './import-source.ts';
import { told } from './report.ts';

const hotschedules = 'hotschedules';

/** From one team of a person to the next; the members of a team follow each other within it. */
const SECOND = 1_000;

/** Teams with their members, logo and schedule connections. */
export function createTeamImport(
  { collections }: Pick<ImportSource, 'collections'>,
  { target, report, timeZone, now }: ImportContext,
  people: People,
) {
  const begun = now();
  let withoutZone = 0;

  /** Null when there is no such team in the end. */
  async function add(id: string, document: unknown): Promise<Team | null> {
    const where = `teams/${id}`;
    const refused = (problem: Problem) => {
      report.skipped('Teams', where, told(problem));
      return null;
    };
    const read = readHostedTeam(document);
    if (!read.ok) return refused(read.problem);
    if (!plainId.safeParse(id).success) return refused({ code: 'request-invalid', field: 'id' });
    const whole = read.value;
    const there = await target.team(id);
    if (there) {
      report.there('Teams');
      // Who left it since then stays out; who had no account then joins now.
      await addMembers(id, whole, people.isNew, (user) =>
        report.changed(where, `${people.nameOf(user)} joins it now.`),
      );
      await findConnections(id, whole);
      return there;
    }
    const logo = logoOf(id, whole);
    const team = teamFromHosted(hostedTeamOf(mended(where, whole, logo)), timeZone);
    if (!team.ok) return refused(team.problem);
    if (!whole.lineup) withoutZone += 1;
    // The team itself comes after its members: whatever stops this, the next try begins with them again.
    const managers = await addMembers(id, whole, () => true);
    if (managers === 0)
      report.changed(where, 'None of its managers has an account here, so nobody manages it.');
    if (logo) await target.keepLogo(logo);
    const issued = await target.issue({ team: id, document: id }, { type: 'team.create', team: team.value });
    if (!issued.ok) return refused(issued.problem);
    report.made('Teams');
    await connect(id, whole, team.value);
    return team.value;
  }

  /** Answers how many of them are managers. */
  async function addMembers(
    team: string,
    { members, lineup }: WholeTeam,
    isWanted: (hosted: string) => boolean,
    joined: (hosted: string) => void = () => {},
  ): Promise<number> {
    let managers = 0;
    for (const [index, hosted] of [...new Set(members)].entries()) {
      const user = isWanted(hosted) ? await people.idOf(hosted) : null;
      if (user === null) continue;
      const kept = lineup?.members[hosted];
      const role = kept?.role ?? 'manager';
      if (role === 'manager') managers += 1;
      const joinedAt = kept?.joinedAt ?? begun + placeOf(team, hosted) * SECOND + index;
      if (await target.addMember({ team, user, role, joinedAt })) joined(hosted);
    }
    return managers;
  }

  /** People have their teams in the order they joined them; the first is the one they see. */
  function placeOf(team: string, user: string): number {
    const { teams } = readHostedPerson(collections.users[user]);
    return teams.includes(team) ? teams.indexOf(team) : teams.length;
  }

  /** The hosted product checked none of it; what a team can do without is left out. */
  function mended(where: string, team: WholeTeam, logo: StoredLogo | null): WholeTeam {
    const areas = [...new Set(team.areas.map((area) => area.trim()).filter((area) => area !== ''))];
    if (areas.length === 0) report.changed(where, 'It has no areas, so “Main” was added.');
    const color = team.theme?.primaryColor ?? '';
    const keepsColor = color === '' || /^#[0-9a-f]{6}$/i.test(color);
    if (!keepsColor)
      report.changed(where, `The color ${color} was left out: it is not written like #1f5fbf.`);
    const minutes = (name: 'breakMinMinutes' | 'breakTimerMinutes') => {
      if (isMinutes(team[name])) return team[name];
      report.changed(where, `${name} is not a whole number of minutes in a day, so it was set to 0.`);
      return 0;
    };
    const kept = logo ? logoAddress(logo.team, logo.id) : team.logoURL;
    const keepsLogo = !kept || logo !== null || /^https:\/\//i.test(kept);
    if (!keepsLogo) report.changed(where, 'The logo was left out: it is not at an https address.');
    return {
      ...team,
      areas: areas.length > 0 ? areas : ['Main'],
      breakMinMinutes: minutes('breakMinMinutes'),
      breakTimerMinutes: minutes('breakTimerMinutes'),
      theme: keepsColor ? team.theme : null,
      logoURL: keepsLogo ? kept : null,
    };
  }

  async function findConnections(id: string, whole: WholeTeam): Promise<void> {
    for (const provider of providersOf(whole)) {
      if (await target.isConnected(id, provider)) report.there('Schedule connections');
      else {
        const why = 'It was left out: connect the schedule again on the team’s page.';
        report.skipped('Schedule connections', `teams/${id}/${provider}`, why);
      }
    }
  }

  async function connect(id: string, whole: WholeTeam, team: Team): Promise<void> {
    for (const { provider, ...connection } of whole.lineup?.connections ?? []) {
      await target.keepConnection({ team: id, provider, ...connection, sealed: {}, lastRead: null });
      report.made('Schedule connections');
      report.changed(`teams/${id}`, `Enter the sign-in for ${provider} again.`);
    }
    const settings = hotschedulesOf(whole);
    if (!settings) return;
    const { timeZone } = team;
    const terms = { location: null, timeZone, everyMinutes: null, takesAlone: false };
    const connected = await target.connect(id, hotschedules, { settings, ...terms });
    if (connected.ok) return report.made('Schedule connections');
    report.skipped('Schedule connections', `teams/${id}/${hotschedules}`, told(connected.problem));
  }

  return {
    add,
    sayTimeZone() {
      if (withoutZone === 0) return;
      report.changed(
        'teams',
        `${withoutZone} of them had no time zone and now have ${timeZone}; choose another with --time-zone.`,
      );
    },
  };
}

/** An uploaded picture that an export of Lineup brought along. */
function logoOf(team: string, { lineup }: WholeTeam): StoredLogo | null {
  if (!lineup?.logo) return null;
  const bytes = Buffer.from(lineup.logo.base64, 'base64');
  const type = imageType(bytes);
  if (type === null || bytes.length > largestLogo) return null;
  return { team, id: imageId(bytes), type, bytes };
}

/** What the hosted product signed in with; an export of Lineup tells of connections in its own way. */
function hotschedulesOf({ integrations, lineup }: WholeTeam): { user: string; pass: string } | null {
  const { user = '', pass = '' } = integrations?.hotschedules ?? {};
  return lineup || (user === '' && pass === '') ? null : { user, pass };
}

const providersOf = (team: WholeTeam): readonly string[] =>
  team.lineup?.connections.map(({ provider }) => provider) ?? (hotschedulesOf(team) ? [hotschedules] : []);
