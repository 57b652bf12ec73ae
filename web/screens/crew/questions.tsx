import { useState } from 'react';
import {
  type AskedShift,
  type Crew,
  crewIndex,
  type Person,
  type Question,
} from '../../../domain/crew/crew.ts';
import { peopleOf } from '../../../domain/crew/name-matching.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import { showDate } from '../../../domain/time/date.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/form.tsx';
import { Actions, Card } from '../../ui/page/page.tsx';
import { useCrewChange } from './crew-list.ts';

const offered = 5;

export function Questions({ crew }: { crew: Crew }) {
  if (crew.questions.length === 0) return null;
  return (
    <Card title="Who Is This?" flag={String(crew.questions.length)} isPadded>
      <ul className="stack">
        {crew.questions.map((question) => (
          <li key={question.id} className="stack">
            <QuestionRow crew={crew} question={question} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function QuestionRow({ crew, question }: { crew: Crew; question: Question }) {
  const people = peopleOf(crew);
  const index = crewIndex(crew);
  const rootsOf = (records: readonly Person[]) => [
    ...new Set(records.flatMap(({ id }) => index.personOf(id) ?? [])),
  ];
  const exact = rootsOf(people.named(question.name));
  // Where the name is several people's, each shift may be another one's.
  const isEach = exact.length > 0 && question.providerId === null;
  const candidates = exact.length > 0 ? exact : rootsOf(people.likely(question.name));
  const asked = { question, candidates };
  if (!isEach) return <Ask {...asked} shifts={question.shifts} only={null} />;
  return question.shifts.map((shift) => (
    <Ask key={`${shift.layout} ${shift.shift}`} {...asked} shifts={[shift]} only={shift.shift} />
  ));
}

interface AskProps {
  readonly question: Question;
  readonly candidates: readonly Person[];
  readonly shifts: readonly AskedShift[];
  /** The shift that is asked about; null for all of this name. */
  readonly only: string | null;
}

function Ask({ question, candidates, shifts, only }: AskProps) {
  const client = useClient();
  const change = useCrewChange();
  const [first] = candidates;
  const isOne = candidates.length === 1 && first && only === null;
  const text = isOne ? `Is ${question.name} ${first.name}?` : `Which ${question.name} is this?`;

  function answer(person: string, name: string) {
    const said = `${question.name} is ${name}`;
    change({ type: 'question.answer', question: question.id, person, shift: only }, said);
  }

  return (
    <div className="stack stack--close">
      <p className="crew-questions__text">{text}</p>
      <p>{shifts.map(shiftText).join(' · ')}</p>
      <Actions>
        {candidates.length > offered ? (
          <Chooser candidates={candidates} label={text} onChoose={answer} />
        ) : (
          candidates.map((person) => (
            <Button
              key={person.id}
              onPress={() => answer(person.id, person.name)}
              aria-label={isOne ? `Same person: ${text}` : undefined}
            >
              {isOne ? 'Same Person' : describePerson(person)}
            </Button>
          ))
        )}
        <Button
          onPress={() => answer(client.newId(), 'another person')}
          aria-label={`Another person: ${text}`}
        >
          Another Person
        </Button>
      </Actions>
    </div>
  );
}

const shiftText = ({ date, job }: AskedShift): string =>
  [showDate(date), jobOf({ schedule: job })].filter(Boolean).join(', ');

export function describePerson({ name, jobs, lastDate, providerIds }: Person): string {
  const [id] = providerIds;
  const known = [jobs.slice(0, 2).join(', '), lastDate && `last ${showDate(lastDate)}`, id && `ID ${id.id}`];
  const text = known.filter(Boolean).join(' · ');
  return text === '' ? name : `${name} (${text})`;
}

type ChooserProps = Pick<AskProps, 'candidates'> & {
  label: string;
  onChoose: (person: string, name: string) => void;
};

function Chooser({ candidates, label, onChoose }: ChooserProps) {
  const [chosen, setChosen] = useState('');
  const person = candidates.find(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        label={label}
        isLabelHidden
        value={chosen}
        onChange={setChosen}
        placeholder="Choose a person"
        options={candidates.map((each) => ({ value: each.id, label: describePerson(each) }))}
      />
      <Button
        isDisabled={!person}
        aria-label={`This person: ${label}`}
        onPress={() => person && onChoose(person.id, person.name)}
      >
        This Person
      </Button>
    </>
  );
}
