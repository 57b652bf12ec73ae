import { words } from '../../../../client/words/words.ts';
import type { WorkedDay } from '../../../../contract/crew.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import { crewIndex } from '../../../../domain/crew/crew-index.ts';
import { type ToughClass, toughClasses } from '../../../../domain/crew/station.ts';
import { toughMinutes } from '../../../../domain/planner/crew-planning.ts';
import { Card } from '../../../ui/page/page.tsx';

const t = words('skills');

/** '12 h 30 min'. */
export const durationText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  if (hours === 0) return t('minutes', { minutes: rest });
  return rest === 0 ? t('hours', { hours }) : t('hours-and-minutes', { hours, minutes: rest });
};

export const className = (tough: ToughClass): string => t(`class-${tough}`);

/** How long everybody was outdoors, at the dishes and in the heat, as numbers and as bars. */
export function Fairness({ crew, days }: { crew: Crew; days: readonly WorkedDay[] }) {
  const { past, previous } = toughMinutes(crew, days);
  const used = toughClasses.filter((tough) =>
    (crew.stations ?? []).some(({ classes }) => classes.includes(tough)),
  );
  const { personOf } = crewIndex(crew);
  const sumOf = (minutes: (tough: ToughClass) => number) =>
    used.reduce((sum, tough) => sum + minutes(tough), 0);
  const rows = [...past]
    .map(([person, minutes]) => ({
      person,
      name: personOf(person)?.name,
      minutes: (tough: ToughClass) => minutes[tough] ?? 0,
    }))
    .filter(({ name }) => name !== undefined)
    .sort((one, other) => sumOf(other.minutes) - sumOf(one.minutes));
  const most = Math.max(1, ...rows.flatMap(({ minutes }) => used.map(minutes)));
  const explain = used.length === 0 ? t('no-classes') : rows.length === 0 ? t('nobody-worked') : null;
  return (
    <Card title={t('fairness')} isPadded>
      {explain !== null ? (
        <p>{explain}</p>
      ) : (
        <table className="fairness" aria-label={t('fairness')}>
          <thead>
            <tr>
              <th scope="col">{t('person')}</th>
              {used.map((tough) => (
                <th key={tough} scope="col">
                  {className(tough)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="fairness__average">
              <th scope="row">{t('average')}</th>
              {used.map((tough) => (
                <td key={tough}>
                  <Bar minutes={previous[tough] ?? 0} most={most} />
                </td>
              ))}
            </tr>
            {rows.map(({ person, name, minutes }) => (
              <tr key={person}>
                <th scope="row">{name}</th>
                {used.map((tough) => (
                  <td key={tough}>
                    <Bar minutes={minutes(tough)} most={most} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const Bar = ({ minutes, most }: { minutes: number; most: number }) => (
  <>
    <span className="fairness__track" aria-hidden="true">
      <span className="fairness__bar" style={{ width: `${(minutes / most) * 100}%` }} />
    </span>
    {durationText(minutes)}
  </>
);
