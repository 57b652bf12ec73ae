import { useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { TextField } from 'react-aria-components/TextField';
import { walkInShift, walkInTimes } from '../../../../domain/day/walk-in.ts';
import { parseName } from '../../../../domain/problem/name.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { minutesInto, showShortDay } from '../../../../domain/time/date.ts';
import { useToday } from '../../../parts/board/use-today.ts';
import { useClient, useCrew, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import type { Held } from '../floor/hand.ts';
import type { OnBoard } from './on-board.ts';
import { Sheet } from './sheet.tsx';
import { type CrewPerson, type Suggestion, suggestPeople } from './suggest-people.ts';
import './candidates.css';

type WalkInSheetProps = OnBoard & { held: Extract<Held, { kind: 'walk-in' }> };

const someoneNew = 'someone new';
const nobody: readonly CrewPerson[] = [];

/** Somebody without a shift comes in: who, and then where. */
export function WalkInSheet({ held, ...board }: WalkInSheetProps) {
  const { hand, layout, rotation, places } = board;
  const client = useClient();
  const timeZone = useTimeZone();
  const today = useToday(layout);
  const [typed, type] = useState('');
  const crew = useCrew();
  const people = crew.state === 'ready' ? crew.body.people : nobody;
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
    if (held.id === '') hand.set({ ...held, shift });
    else if (places.walkIn(shift, held.id)) hand.letGo();
  }

  if (held.shift) {
    const { shift } = held;
    return (
      <Sheet hand={hand} title={shift.teamMember} about={`Walk-in · ${shortRange(shift)}`}>
        <p className="sheet__hint">Tap the position they take.</p>
        <div className="sheet__actions">
          <Button size="big" onPress={() => places.walkIn(shift, null) && hand.letGo()}>
            Add without a Position
          </Button>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet
      hand={hand}
      title="Walk-In"
      about={`${layout.date === today ? 'Today' : showShortDay(layout.date)} ${shortRange(times)}`}
      isAtTop
    >
      <Autocomplete inputValue={typed} onInputChange={type}>
        <TextField className="walk-in" autoFocus>
          <Label className="field__label">Name</Label>
          <Input className="field__control" autoComplete="off" autoCapitalize="words" />
        </TextField>
        <ListBox
          className="candidates"
          aria-label="People"
          onAction={(key) => choose(String(key))}
          renderEmptyState={() => <p className="sheet__hint">Type a name.</p>}
        >
          {found.map((person) => (
            <Option key={person.id} person={person} />
          ))}
          {name.ok && (
            <ListBoxItem id={someoneNew} className="candidate" textValue={name.value}>
              <span className="candidate__name">{`Add “${name.value}”`}</span>
              <span className="candidate__about">Someone new</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      {more > 0 && <p className="sheet__hint">{`${more} more. Type more of the name.`}</p>}
    </Sheet>
  );
}

function Option({ person }: { person: Suggestion }) {
  return (
    <ListBoxItem id={person.id} className="candidate" textValue={person.name}>
      <span className="candidate__name">{person.name}</span>
      <span className="candidate__about">{person.about}</span>
    </ListBoxItem>
  );
}
