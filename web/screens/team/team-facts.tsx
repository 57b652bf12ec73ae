import { showTime } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Team } from '../../../domain/team/team.ts';
import { dayLabels } from '../../parts/forms/day-fields.tsx';
import { Facts } from '../../parts/forms/facts.tsx';
import { zoneName } from '../../parts/forms/time-zones.ts';

const t = words('team');

export function TeamFacts({ team }: { team: Team }) {
  const labels = dayLabels();
  return (
    <Facts
      facts={[
        { label: t('team-name'), value: team.name },
        { label: labels.breakMinMinutes, value: team.breakMinMinutes },
        { label: labels.breakTimerMinutes, value: team.breakTimerMinutes },
        { label: t('areas'), value: team.areas.join(', ') },
        { label: labels.dayStart, value: showTime(team.dayStart) },
        { label: labels.timeZone, value: zoneName(team.timeZone) },
        { label: t('theme'), value: <Theme color={team.primaryColor} /> },
        { label: t('logo-url'), value: logoText(team.logoUrl) },
      ]}
    />
  );
}

const logoText = (url: string | null) =>
  url === null ? t('logo-none') : url.startsWith('/') ? t('logo-uploaded') : url;

function Theme({ color }: { color: string | null }) {
  return (
    <>
      <span className="facts__swatch" style={{ background: color ?? 'var(--brand)' }} />
      {color ?? t('default-blue-value')}
    </>
  );
}
