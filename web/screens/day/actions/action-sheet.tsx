import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useEffect, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { TextField } from 'react-aria-components/TextField';
import { formats, shortRange, showShortDay } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Person } from '../../../../domain/crew/crew.ts';
import { candidatesFor, reasonsOf } from '../../../../domain/day/candidates.ts';
import {
  coverRotation,
  fromUntilText,
  isPresent,
  momentOf,
  showArrival,
} from '../../../../domain/day/coverage.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { walkInShift, walkInTimes } from '../../../../domain/day/walk-in.ts';
import { byId } from '../../../../domain/list/list.ts';
import { type Position, positionsOf } from '../../../../domain/plan/rotation.ts';
import { parseName } from '../../../../domain/problem/name.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { sparedText } from '../../../parts/board/spared.ts';
import { useNames, useToday } from '../../../parts/board/use-board.tsx';
import { searcher, searchWords } from '../../../parts/lists/word-search.ts';
import { useClient, useKnownCrew, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Actions } from '../../../ui/page/page.tsx';
import type { PickedUp } from '../floor/picked-up.ts';
import { PersonSheet } from './person-sheet.tsx';
import { type OnBoard, Sheet } from './sheet.tsx';
import './action-sheet.css';

const t = words('actions');
const board = words('day');

const mostShown = 20;

/** Who could take a position, best first. While it is open, a press on anybody on the board moves them there. */
function PositionSheet({ position, hand, layout, rotation, places }: OnBoard & { position: Position }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const nameOf = useNames();
  const moment = momentOf(layout, client.now(), timeZone);
  const found = candidatesFor(layout, { rotation, position }, moment);
  const covered = coverRotation(layout, rotation, moment).positions.get(position.id);
  const seated = covered?.people ?? [];
  const here = layout.shifts.filter(({ id }) => position.seats.includes(id));
  const nobody = covered?.spared ? sparedText(covered.spared, nameOf) : t('open');
  const about = here.length === 0 ? nobody : here.map((shift) => nameOf(shift).short).join(', ');
  const away = seated.filter((person) => !isPresent(person));
  return (
    <Sheet hand={hand} title={position.name} about={about}>
      {position.secondDuty && <p>{t('second-duty-is', { duty: position.secondDuty })}</p>}
      {/* the board shows who is there; these are picked up here */}
      {away.length > 0 && (
        <ul className="stack candidates" aria-label={t('not-there')}>
          {away.map((person) => (
            <Candidate
              key={person.shift.id}
              name={nameOf(person.shift).full}
              about={
                person.state === 'gone'
                  ? t('gone')
                  : t('on-it', { when: showArrival(person, board, formats.get()) })
              }
              onPress={() => hand.set({ kind: 'person', id: person.shift.id })}
            />
          ))}
        </ul>
      )}
      <p className="hint">{t('tap-anyone')}</p>
      <ul className="stack candidates">
        {found.slice(0, mostShown).map((candidate) => (
          <Candidate
            key={candidate.shift.id}
            name={nameOf(candidate.shift).full}
            // 'free · was there today · until 2', 'leaves Grill 1 open · Kitchen'
            about={[
              ...reasonsOf(candidate, fromUntilText(candidate, board, formats.get()), t),
              jobOf(candidate.shift),
            ]
              .filter(Boolean)
              .join(' · ')}
            opens={candidate.leavesOpen}
            onPress={() => places.move(candidate.shift.id, position.id) && hand.letGo()}
          />
        ))}
      </ul>
      <Actions>
        <Button
          size="big"
          icon={<IconUserPlus />}
          onPress={() => hand.set({ kind: 'walk-in', id: position.id, shift: null })}
        >
          {t('walk-in')}
        </Button>
      </Actions>
    </Sheet>
  );
}

type CandidateProps = { name: string; about: string; opens?: boolean; onPress: () => void };

function Candidate({ name, about, opens, onPress }: CandidateProps) {
  return (
    <li>
      <button type="button" className="candidate" onClick={onPress}>
        <span className="candidate__name">{name}</span>
        <span className={opens ? 'hint candidate__opens' : 'hint'}>{about}</span>
      </button>
    </li>
  );
}

export type CrewPerson = Pick<Person, 'id' | 'name' | 'names' | 'jobs' | 'notes' | 'active'>;

const mostSuggested = 8;

/** Words of a name begin like the typed ones; whole names first, those with a shift on the day last. `more` are left out. */
export function suggestPeople(people: readonly CrewPerson[], shifts: readonly Shift[], typed: string) {
  const wanted = searchWords(typed);
  if (wanted.length === 0) return { found: [], more: 0 };
  const onDay = new Map(shifts.flatMap((shift) => (shift.person ? [[shift.person, shift] as const] : [])));
  const isFound = searcher(typed);
  const matching = people
    .filter(({ active, name, names }) => active && [name, ...names].some(isFound))
    .map((person) => ({ person, rank: rankOf(person, wanted, onDay.has(person.id)) }))
    .sort((one, other) => one.rank - other.rank || compare(one.person.name, other.person.name));
  const found = matching.slice(0, mostSuggested).map(({ person }) => {
    const shift = onDay.get(person.id);
    // what tells people of one name apart
    const about = [
      shift && t('on-today', { times: shortRange(shift) }),
      person.jobs.join(', '),
      person.notes,
    ];
    return { id: person.id, name: person.name, about: about.filter(Boolean).join(' · ') };
  });
  return { found, more: matching.length - found.length };
}

function rankOf({ name }: CrewPerson, wanted: readonly string[], isOnDay: boolean): number {
  const words = searchWords(name);
  const isWhole = words.join(' ') === wanted.join(' ');
  const begins = words[0]?.startsWith(wanted[0] ?? '') ?? false;
  const byName = begins ? 1 : 2;
  return (isOnDay ? 4 : 0) + (isWhole ? 0 : byName);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type WalkInSheetProps = OnBoard & { pickedUp: Extract<PickedUp, { kind: 'walk-in' }> };

function WalkInSheet({ pickedUp, hand, layout, rotation, places }: WalkInSheetProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const today = useToday(layout);
  const [typed, type] = useState('');
  const { people } = useKnownCrew();
  const { found, more } = useMemo(
    () => suggestPeople(people, layout.shifts, typed),
    [people, layout.shifts, typed],
  );
  const name = parseName(typed, 'teamMember');
  const times = walkInTimes(layout, rotation, minutesInto(layout.date, client.now(), timeZone));

  function choose(id: string) {
    const person = found.find((each) => each.id === id);
    const chosen = person ? person.name : name.ok ? name.value : null;
    if (chosen === null) return;
    const shift = {
      ...walkInShift(client.newId(), chosen, times),
      ...(person && { person: person.id }),
    };
    if (pickedUp.id === '') hand.set({ ...pickedUp, shift });
    else if (places.walkIn(shift, pickedUp.id)) hand.letGo();
  }

  if (pickedUp.shift) {
    const { shift } = pickedUp;
    return (
      <Sheet hand={hand} title={shift.teamMember} about={t('walk-in-times', { times: shortRange(shift) })}>
        <p className="hint">{t('tap-their-position')}</p>
        <Actions>
          <Button size="big" onPress={() => places.walkIn(shift, null) && hand.letGo()}>
            {t('add-without-position')}
          </Button>
        </Actions>
      </Sheet>
    );
  }
  return (
    <Sheet
      hand={hand}
      title={t('walk-in')}
      about={
        layout.date === today
          ? t('times-today', { times: shortRange(times) })
          : `${showShortDay(layout.date)} ${shortRange(times)}`
      }
      isAtTop
    >
      <I18nProvider locale={document.documentElement.lang}>
        <Autocomplete inputValue={typed} onInputChange={type}>
          <TextField className="walk-in" autoFocus>
            <Label className="field__label">{t('name')}</Label>
            <Input className="field__control" autoComplete="off" autoCapitalize="words" />
          </TextField>
          <ListBox
            className="stack candidates"
            aria-label={t('people')}
            onAction={(key) => choose(String(key))}
            renderEmptyState={() => <p className="hint">{t('type-a-name')}</p>}
          >
            {found.map((person) => (
              <ListBoxItem key={person.id} id={person.id} className="candidate" textValue={person.name}>
                <span className="candidate__name">{person.name}</span>
                <span className="hint">{person.about}</span>
              </ListBoxItem>
            ))}
            {name.ok && (
              <ListBoxItem id="someone new" className="candidate" textValue={name.value}>
                <span className="candidate__name">{t('add-name', { name: name.value })}</span>
                <span className="hint">{t('someone-new')}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      </I18nProvider>
      {more > 0 && <p className="hint">{t('type-more', { more })}</p>}
    </Sheet>
  );
}

type ActionSheetProps = OnBoard & { pickedUp: PickedUp; onClose: () => void };

/** What can be done with what is picked up. Loaded with the first press, or before it. */
export function ActionSheet({ pickedUp, onClose, ...board }: ActionSheetProps) {
  const { layout, rotation } = board;
  if (pickedUp.kind === 'walk-in') return <WalkInSheet {...board} pickedUp={pickedUp} />;
  const shift = pickedUp.kind === 'person' ? byId(layout.shifts, pickedUp.id) : undefined;
  if (shift) return <PersonSheet {...board} shift={shift} />;
  const position = pickedUp.kind === 'position' ? byId(positionsOf(rotation), pickedUp.id) : undefined;
  if (position) return <PositionSheet {...board} position={position} />;
  return <Vanished what={pickedUp.kind} onClose={onClose} />;
}

function Vanished({ what, onClose }: { what: 'person' | 'position'; onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    onClose();
    showToast({ text: t(`vanished-${what}`), tone: 'problem' });
  }, [what]);
  return null;
}
