import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { words } from '../../../client/words/words.ts';
import { emptyCrew } from '../../../domain/crew/crew-document.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { todayWith } from '../../../domain/day/today.ts';
import { rotationAt } from '../../../domain/plan/rotation.ts';
import { defaultDayStart } from '../../../domain/team/team.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { Button, useNavigateTo } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { VisuallyHidden } from '../../ui/page/page.tsx';
import {
  useClient,
  useCrew,
  useLayout,
  useMe,
  useObservable,
  useRole,
  useTeam,
  useTeamId,
  useTimeZone,
} from '../page/client-context.tsx';
import {
  allEntries,
  crewEntries,
  dayEntry,
  type Entry,
  findEntries,
  indexEntries,
  type PaletteContext,
  peopleEntries,
  typedDays,
} from './entries.ts';
import './palette.css';

const ofPage = words('page');
const t = words('palette');

const mostKept = 6;

/** What was chosen last in the palette, newest first; for one person, as long as the page is open. */
let recent: { user: string | undefined; ids: readonly string[] } = { user: undefined, ids: [] };

const recentIds = (user: string | undefined): readonly string[] => (recent.user === user ? recent.ids : []);

function noteRecent(user: string | undefined, id: string): void {
  recent = { user, ids: [id, ...recentIds(user).filter((each) => each !== id)].slice(0, mostKept) };
}

const keys = (): readonly (readonly [keys: string, does: string])[] => [
  [t('ctrl-k'), t('find-all')],
  ['/', t('find-person')],
  [t('one-to-nine'), t('show-nth-rotation')],
  [t('arrow-keys'), t('move-on-board')],
  [t('enter'), t('pick-up')],
  [t('esc'), t('put-down')],
  [t('ctrl-z'), ofPage('undo')],
  ['?', t('show-keys')],
];

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keyboard')} onClose={onClose}>
      <dl className="keys">
        {keys().map(([key, does]) => (
          <div className="keys__row" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>{t('keys-can-be-off')}</p>
    </Dialog>
  );
}

const mostShown = 16;
const mostAtFirst = 12;

type PaletteProps = { only?: 'people'; onClose: () => void };

function Palette({ only, onClose }: PaletteProps) {
  const context = useContextNow();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const me = useMe()?.user?.id;
  // what is found stays in place while others change the day
  const [ofDay] = useState(() => (only === 'people' ? peopleEntries(context) : allEntries(context)));
  const [opened] = useState(context);
  const crew = useCrew();
  const people = crew.state === 'ready' ? crew.body : emptyCrew;
  const entries = useMemo(() => [...ofDay, ...crewEntries(opened, people)], [ofDay, opened, people]);
  const index = useMemo(() => indexEntries(entries), [entries]);
  const found = useMemo(
    () =>
      typed.trim() === ''
        ? atFirst(entries, recentIds(me))
        : only === 'people'
          ? findEntries(index, typed, mostShown)
          : search(index, typed, context.today),
    [entries, index, typed, only, me, context.today],
  );

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => element?.close();
  }, []);

  function choose(id: string | number) {
    const entry = found.find((each) => each.id === id);
    if (!entry) return;
    noteRecent(me, entry.id);
    onClose();
    if (entry.href) context.go(entry.href);
    // once the focus is back where it was
    else setTimeout(() => entry.run?.());
  }

  const label = t(only === 'people' ? 'find-person' : 'find-all');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the cancel event
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <I18nProvider locale={document.documentElement.lang}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <SearchField aria-label={label} className="palette__field">
            <IconSearch aria-hidden="true" />
            <Input
              className="palette__input"
              placeholder={t(only === 'people' ? 'find-person' : 'find-anything')}
            />
            <Button size="big" variant="quiet" onPress={onClose}>
              {ofPage('close')}
            </Button>
          </SearchField>
          <Menu
            aria-label={t('found')}
            className="palette__list"
            items={found}
            onAction={choose}
            renderEmptyState={() => <p className="quiet palette__none">{noneText(typed, only)}</p>}
          >
            {(entry: Entry) => (
              <MenuItem id={entry.id} textValue={entry.label} className="palette__item">
                <span className="palette__text">
                  {entry.label}
                  {entry.about && <span className="hint one-line palette__about">{entry.about}</span>}
                </span>
                <VisuallyHidden>, </VisuallyHidden>
                <span className="hint palette__kind">{t(`kind-${entry.kind}`)}</span>
              </MenuItem>
            )}
          </Menu>
        </Autocomplete>
      </I18nProvider>
    </dialog>
  );
}

function search(index: ReturnType<typeof indexEntries>, typed: string, today: string): readonly Entry[] {
  const days = typedDays(typed, today).map(({ date, label }) => dayEntry(date, label));
  const found = findEntries(index, typed, mostShown);
  return [...days, ...found.filter(({ id }) => days.every((day) => day.id !== id))];
}

function atFirst(entries: readonly Entry[], recent: readonly string[]): readonly Entry[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const lately = recent.flatMap((id) => known.get(id) ?? []);
  const others = entries.filter(
    ({ id, kind }) => !recent.includes(id) && kind !== 'action' && kind !== 'crew',
  );
  return [...lately, ...others].slice(0, mostAtFirst);
}

const noneText = (typed: string, only: PaletteProps['only']): string =>
  typed.trim() === '' ? t('nobody-on-day') : t(only === 'people' ? 'no-one-found' : 'nothing-found');

function useContextNow(): PaletteContext {
  const client = useClient();
  const team = useTeam();
  const view = useLayout();
  const timeZone = useTimeZone();
  const id = useObservable(client.choices.layout) ?? '';
  const layout = view.state === 'ready' ? view.body : null;
  const dayStart = team.state === 'ready' ? team.body.dayStart : defaultDayStart;
  const today = todayWith(layout ?? undefined, client.now(), { timeZone, dayStart });
  const nowOn = ({ date, rotations, dayStart }: Layout) =>
    rotationAt(rotations, minutesInto(date, client.now(), timeZone), dayStart)?.id;
  const day = layout && { id, layout, now: nowOn(layout) };
  return { client, role: useRole(), team: useTeamId() ?? '', timeZone, today, day, go: useNavigateTo() };
}

export type OpenedPart = 'everything' | 'people' | 'keys';

/** What the palette's button and its keys open, in one script. */
export function PaletteDialog({ part, onClose }: { part: OpenedPart; onClose: () => void }) {
  if (part === 'keys') return <KeysDialog onClose={onClose} />;
  return <Palette only={part === 'people' ? 'people' : undefined} onClose={onClose} />;
}
