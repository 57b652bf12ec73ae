import { useMemo, useState } from 'react';
import { compareNames } from '../../../client/words/lists.ts';
import { words } from '../../../client/words/words.ts';
import { listKioskPeople } from '../../../contract/pins.ts';
import { momentOf } from '../../../domain/day/coverage.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { presentSpan } from '../../../domain/day/who-is-there.ts';
import { contains } from '../../../domain/time/clock-time.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useListener } from '../../ui/page/events.ts';
import { Stack } from '../../ui/page/page.tsx';
import { useSearch } from '../lists/search.tsx';
import { ListState, useListOf } from '../lists/use-list.tsx';
import { useClient, useLayout, useTeamId, useTimeZone } from '../page/client-context.tsx';
import { AccountForm } from './account-form.tsx';
import { PinForm } from './pin-form.tsx';
import './kiosk.css';

const t = words('kiosk');

export interface KioskPerson {
  readonly person: string;
  readonly name: string;
  readonly ids: readonly string[];
  readonly setAt: number;
  readonly isLocked: boolean;
}

type Step = { readonly at: 'people' | 'account' } | { readonly at: 'pin'; readonly person: KioskPerson };

/** Asks who is at the tablet: a name, then their PIN. `onClose` is told whether somebody said so. */
export function WhoIsHere({ onClose }: { onClose: (isUnlocked: boolean) => void }) {
  const [step, go] = useState<Step>({ at: 'people' });
  const back = () => go({ at: 'people' });
  const close = () => onClose(false);
  // Back leaves the page that asked
  useListener('popstate', close);
  if (step.at === 'pin') {
    return (
      <Dialog title={step.person.name} width="aside" onClose={close}>
        <PinForm person={step.person} onBack={back} onUnlocked={() => onClose(true)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('who-is-here')} width="aside" onClose={close}>
      {step.at === 'people' ? (
        <People onChoose={(person) => go({ at: 'pin', person })} onAccount={() => go({ at: 'account' })} />
      ) : (
        <AccountForm onBack={back} onUnlocked={() => onClose(true)} />
      )}
    </Dialog>
  );
}

interface PeopleProps {
  readonly onChoose: (person: KioskPerson) => void;
  readonly onAccount: () => void;
}

function People({ onChoose, onAccount }: PeopleProps) {
  const team = useTeamId() ?? '';
  const list = useListOf(listKioskPeople, { params: { team } }, ({ people }) => people);
  const people = useInOrder(list.rows);
  const {
    field,
    rows: found,
    none,
  } = useSearch(people, { label: t('find-name'), textOf: ({ name }) => name });
  return (
    <Stack>
      <ListState list={list} />
      {list.rows?.length === 0 && <p>{t('no-pins')}</p>}
      {field}
      {none}
      <ul className="kiosk-people">
        {found.map((person) => (
          <li key={person.person}>
            <Button size="big" isWide onPress={() => onChoose(person)}>
              {person.name}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="big" isWide onPress={onAccount}>
        {t('by-account')}
      </Button>
    </Stack>
  );
}

/** Who works now comes first, then who does today, then everyone else. */
function useInOrder(rows: readonly KioskPerson[] | undefined): readonly KioskPerson[] {
  const client = useClient();
  const timeZone = useTimeZone();
  const layout = useLayout();
  const day = layout.state === 'ready' ? layout.body : null;
  return useMemo(() => {
    const minute = day ? momentOf(day, client.now(), timeZone).minute : 0;
    const place = ({ ids }: KioskPerson) => (day ? placeOn(day, ids, minute) : 0);
    return [...(rows ?? [])].sort(
      (one, other) => place(one) - place(other) || compareNames(one.name, other.name),
    );
  }, [rows, day, client, timeZone]);
}

function placeOn({ shifts, dayStart }: Layout, ids: readonly string[], minute: number): number {
  const own = shifts.filter(({ person }) => person !== undefined && ids.includes(person));
  if (own.length === 0) return 2;
  const isHere = own.some((shift) => {
    const span = presentSpan(shift, dayStart);
    return span !== null && contains(span, minute);
  });
  return isHere ? 0 : 1;
}
