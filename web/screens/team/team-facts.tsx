import type { Team } from '../../../domain/team.ts';
import { Facts } from '../../parts/facts.tsx';

/** What the team is, for those who do not change it. */
export function TeamFacts({ team }: { team: Team }) {
  return (
    <Facts
      facts={[
        { label: 'Team Name', value: team.name },
        { label: 'Minutes that earn a break', value: team.breakMinMinutes },
        { label: 'Minutes of a break', value: team.breakTimerMinutes },
        { label: 'Areas', value: team.areas.join(', ') },
        { label: 'Day starts at', value: team.dayStart },
        { label: 'Time zone', value: team.timeZone.replaceAll('_', ' ') },
        { label: 'Theme', value: <Theme color={team.primaryColor} /> },
        { label: 'Logo URL', value: logoWords(team.logoUrl) },
      ]}
    />
  );
}

const logoWords = (url: string | null) => (url === null ? 'None' : url.startsWith('/') ? 'Uploaded' : url);

function Theme({ color }: { color: string | null }) {
  return (
    <>
      <span className="facts__swatch" style={{ background: color ?? 'var(--brand)' }} />
      {color ?? 'Default blue'}
    </>
  );
}
