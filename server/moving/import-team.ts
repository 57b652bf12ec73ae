import { createHash } from 'node:crypto';
import { plainId } from '../../contract/changes.ts';
import { teamFromHosted } from '../../domain/hosted.ts';
import type { Problem } from '../../domain/problem.ts';
import { largestLogo, logoAddress, type Team } from '../../domain/team.ts';
import { imageType } from '../image.ts';
import type { StoredLogo } from '../store/store.ts';
import { hostedTeamOf, readHostedTeam, type WholeTeam } from './hosted-shapes.ts';
import type { Importing } from './luggage.ts';
import { told } from './report.ts';

const provider = 'hotschedules';

/** Teams with their members, logo and schedule connection; `newPeople` are those whose accounts were just made. */
export function createTeamImport(
  { target, report, timeZone, now }: Importing,
  newPeople: ReadonlySet<string>,
) {
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
      await addMembers(id, whole, (user) => newPeople.has(user));
      if (whole.integrations?.hotschedules?.user) report.there('Schedule connections');
      return there;
    }
    const logo = logoOf(id, whole);
    const team = teamFromHosted(hostedTeamOf(mended(where, whole, logo)), timeZone);
    if (!team.ok) return refused(team.problem);
    if (!whole.lineup) withoutZone += 1;
    // The team itself comes last: whatever stops this, the next try begins with it again.
    const managers = await addMembers(
      id,
      whole,
      async (user) => newPeople.has(user) || target.hasPerson(user),
    );
    if (managers === 0) report.changed(where, 'None of its managers has an account, so nobody manages it.');
    if (logo) await target.keepLogo(logo);
    await connect(id, whole, team.value);
    const issued = await target.issue({ team: id, document: id }, { type: 'team.create', team: team.value });
    if (!issued.ok) return refused(issued.problem);
    report.made('Teams');
    return team.value;
  }

  /** Answers how many of them are managers. */
  async function addMembers(
    team: string,
    { members, lineup }: WholeTeam,
    isIn: (user: string) => boolean | Promise<boolean>,
  ): Promise<number> {
    const at = now();
    let managers = 0;
    for (const [index, user] of [...new Set(members)].entries()) {
      if (!(await isIn(user))) continue;
      const role = lineup?.roles[user] ?? 'manager';
      if (role === 'manager') managers += 1;
      // They are listed in the order they joined.
      await target.addMember({ team, user, role, joinedAt: at + index });
    }
    return managers;
  }

  /** The hosted product checked none of it; what a team can do without is left out. */
  function mended(where: string, team: WholeTeam, logo: StoredLogo | null): WholeTeam {
    const areas = [...new Set(team.areas.map((area) => area.trim()).filter((area) => area !== ''))];
    if (areas.length === 0) report.changed(where, 'It has no areas, so it gets one called Main.');
    const color = team.theme?.primaryColor ?? '';
    const keepsColor = color === '' || /^#[0-9a-f]{6}$/i.test(color);
    if (!keepsColor) report.changed(where, `The colour ${color} is left out: it is not like #1f5fbf.`);
    const kept = logo ? logoAddress(logo.team, logo.id) : team.logoURL;
    const keepsLogo = !kept || logo !== null || /^https:\/\//i.test(kept);
    if (!keepsLogo) report.changed(where, 'The logo is left out: it is not at an https address.');
    return {
      ...team,
      areas: areas.length > 0 ? areas : ['Main'],
      theme: keepsColor ? team.theme : null,
      logoURL: keepsLogo ? kept : null,
    };
  }

  async function connect(id: string, { integrations }: WholeTeam, team: Team): Promise<void> {
    const { user = '', pass = '' } = integrations?.hotschedules ?? {};
    if (user === '' && pass === '') return;
    const connected = await target.connect(id, provider, {
      settings: { user, pass },
      location: null,
      timeZone: team.timeZone,
      everyMinutes: null,
      takesAlone: false,
    });
    if (connected.ok) return report.made('Schedule connections');
    report.skipped('Schedule connections', `teams/${id}/integrations/${provider}`, told(connected.problem));
  }

  return {
    add,
    sayTimeZone() {
      if (withoutZone === 0) return;
      report.changed(
        'teams',
        `${withoutZone} of them tell no time zone and have ${timeZone} now; --time-zone names another.`,
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
  return { team, id: createHash('sha256').update(bytes).digest('base64url'), type, bytes };
}
