import type { Team } from '../../../domain/team/team.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { zoneName } from '../../parts/forms/time-zones.ts';

export function TeamFacts({ team }: { team: Team }) {
  return (
    <Facts
      facts={[
        { label: 'Team Name', value: team.name },
        { label: 'Work time per break (minutes)', value: team.breakMinMinutes },
        { label: 'Break length (minutes)', value: team.breakTimerMinutes },
        { label: 'Areas', value: team.areas.join(', ') },
        { label: 'Business day starts', value: team.dayStart },
        { label: 'Time zone', value: zoneName(team.timeZone) },
        { label: 'Theme', value: <Theme color={team.primaryColor} /> },
        { label: 'Logo URL', value: logoText(team.logoUrl) },
      ]}
    />
  );
}

const logoText = (url: string | null) => (url === null ? 'None' : url.startsWith('/') ? 'Uploaded' : url);

function Theme({ color }: { color: string | null }) {
  return (
    <>
      <span className="facts__swatch" style={{ background: color ?? 'var(--brand)' }} />
      {color ?? 'Default blue'}
    </>
  );
}
