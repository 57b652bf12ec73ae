import type { Team } from '../../../domain/team/team.ts';
import { dayLabels } from '../../parts/forms/day-fields.tsx';
import { Facts } from '../../parts/forms/facts.tsx';
import { zoneName } from '../../parts/forms/time-zones.ts';

export function TeamFacts({ team }: { team: Team }) {
  const labels = dayLabels();
  return (
    <Facts
      facts={[
        { label: 'Team Name', value: team.name },
        { label: labels.breakMinMinutes, value: team.breakMinMinutes },
        { label: labels.breakTimerMinutes, value: team.breakTimerMinutes },
        { label: 'Areas', value: team.areas.join(', ') },
        { label: labels.dayStart, value: team.dayStart },
        { label: labels.timeZone, value: zoneName(team.timeZone) },
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
