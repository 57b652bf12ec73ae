import IconMoodHappy from '@tabler/icons-react/dist/esm/icons/IconMoodHappy.mjs';
import IconMoodSad from '@tabler/icons-react/dist/esm/icons/IconMoodSad.mjs';
import type { Made } from '../../../../client/document/document-view.ts';
import { words } from '../../../../client/words/words.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import { crewIndex } from '../../../../domain/crew/crew-index.ts';
import { likeRows, planningOf, yearsAfter } from '../../../../domain/crew/person-planning.ts';
import type { Feeling } from '../../../../domain/crew/station.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { isIsoDate } from '../../../../domain/time/date.ts';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { FormRow, TextField } from '../../../ui/form/form.tsx';
import { Stack } from '../../../ui/page/page.tsx';
import { useCrewChange, useCrewDocument } from '../crew-list.ts';
import type { Column } from './columns.ts';
import './skills.css';

const t = words('skills');

interface SectionProps {
  readonly crew: Crew;
  readonly person: string;
  readonly name: string;
  readonly columns: readonly Column[];
}

/** What else the planner wants to know of somebody: until when they are a minor, and where they like to be. */
export function PlanningSection({ crew, person, name, columns }: SectionProps) {
  return (
    <Stack>
      <AgesForm {...{ crew, person, name }} />
      {columns.length > 0 && <Likes {...{ crew, person, name, columns }} />}
    </Stack>
  );
}

function AgesForm({ crew, person, name }: Omit<SectionProps, 'columns'>) {
  const document = useCrewDocument();
  const { turns16On, turns18On } = planningOf(crew, person);
  const form = useForm({ turns16On: turns16On ?? '', turns18On: turns18On ?? '' });

  function save(): Outcome<Made | null> {
    if (!form.isTouched) return done(null);
    const { turns16On: at16, turns18On: typed } = form.values;
    // who is under 16 until a date is under 18 for two years more
    const at18 = typed === '' && isIsoDate(at16) ? yearsAfter(at16, 2) : typed;
    const ages = { turns16On: at16 || null, turns18On: at18 || null };
    const [own, ...merged] = crewIndex(crew).idsOf(person);
    const others = merged.map((id) => ({
      type: 'person.ages' as const,
      person: id,
      turns16On: null,
      turns18On: null,
    }));
    const change = { type: 'person.ages' as const, person: own ?? person, ...ages };
    return document.change(others.length > 0 ? { type: 'batch', changes: [change, ...others] } : change);
  }

  function finish(made: Made | null) {
    if (!made) return;
    form.reset();
    showChangeToast(made);
  }

  return (
    <SubmitForm
      form={form}
      label={t('ages-of', { name })}
      action={t('save-ages')}
      work={save}
      onDone={finish}
    >
      <FormRow>
        <TextField type="date" label={t('under-16-until')} {...form.field('turns16On')} />
        <TextField type="date" label={t('under-18-until')} {...form.field('turns18On')} />
      </FormRow>
    </SubmitForm>
  );
}

function Likes({ crew, person, name, columns }: SectionProps) {
  const change = useCrewChange();
  const { likes, dislikes } = planningOf(crew, person);

  function feel({ station, isMade }: Column, feeling: Feeling | null) {
    const rows = likeRows(crew, person, station.id, feeling);
    change({ type: 'person.likes', likes: rows, ...(!isMade && { stations: [station] }) });
  }

  return (
    <fieldset>
      <legend className="field__label">{t('likes-of', { name })}</legend>
      <ul className="likes">
        {columns.map((column) => {
          const { id, name: station, subarea } = column.station;
          const [isLiked, isDisliked] = [likes.has(id), dislikes.has(id)];
          return (
            <li key={id} className="likes__row">
              <span className="likes__name">
                {station} <span className="hint">{subarea}</span>
              </span>
              <Button
                icon={<IconMoodHappy />}
                aria-pressed={isLiked}
                aria-label={t('likes-station', { station })}
                onPress={() => feel(column, isLiked ? null : 'likes')}
              >
                {t('likes')}
              </Button>
              <Button
                icon={<IconMoodSad />}
                aria-pressed={isDisliked}
                aria-label={t('dislikes-station', { station })}
                onPress={() => feel(column, isDisliked ? null : 'dislikes')}
              >
                {t('dislikes')}
              </Button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
