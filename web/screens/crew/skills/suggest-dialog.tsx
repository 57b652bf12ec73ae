import { useState } from 'react';
import { compareNames } from '../../../../client/words/lists.ts';
import { words } from '../../../../client/words/words.ts';
import type { WorkedDay } from '../../../../contract/crew.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import { crewIndex } from '../../../../domain/crew/crew-index.ts';
import { suggestSkills } from '../../../../domain/crew/suggest-skills.ts';
import { grouped } from '../../../../domain/list/list.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../../ui/form/form.tsx';
import { Stack } from '../../../ui/page/page.tsx';
import { useCrewChange } from '../crew-list.ts';
import { durationText } from './fairness.tsx';
import { levelName } from './skill-grid.tsx';

const page = words('page');
const t = words('skills');

interface SuggestDialogProps {
  readonly crew: Crew;
  readonly days: readonly WorkedDay[];
  readonly onClose: () => void;
}

/** What people did lately as levels to look at, and to take as one change. */
export function SuggestDialog({ crew, days, onClose }: SuggestDialogProps) {
  const change = useCrewChange();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const suggested = suggestSkills(
    crew,
    days.flatMap(({ worked }) => worked),
  );
  const { personOf } = crewIndex(crew);
  const people = [...grouped(suggested, ({ person }) => person)]
    .map(([person, skills]) => ({ person, name: personOf(person)?.name ?? '', skills }))
    .sort((one, other) => compareNames(one.name, other.name));
  const taken = suggested.filter(({ person }) => !left.has(person));

  function take() {
    const stations = [...new Map(taken.map(({ station }) => [station.id, station])).values()];
    const skills = taken.map(({ person, station, level }) => ({ person, station: station.id, level }));
    if (change({ type: 'person.skills', skills, stations })) onClose();
  }

  function tick(person: string, isTaken: boolean) {
    const next = new Set(left);
    if (isTaken) next.delete(person);
    else next.add(person);
    setLeft(next);
  }

  return (
    <Dialog
      title={t('suggested')}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{page('cancel')}</Button>
          <Button variant="primary" isDisabled={taken.length === 0} onPress={take}>
            {t('set-levels', { count: taken.length })}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{suggested.length === 0 ? t('nothing-to-suggest') : t('suggest-means')}</p>
        {people.map(({ person, name, skills }) => (
          <Checkbox
            key={person}
            label={name}
            description={skills
              .map(({ station, level, minutes }) =>
                t('suggested-level', {
                  station: station.name,
                  level: levelName(level),
                  time: durationText(minutes),
                }),
              )
              .join(' · ')}
            isSelected={!left.has(person)}
            onChange={(isTaken) => tick(person, isTaken)}
          />
        ))}
      </Stack>
    </Dialog>
  );
}
