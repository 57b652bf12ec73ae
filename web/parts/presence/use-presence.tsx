import './presence.css';
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Observable } from '../../../client/observable.ts';
import type { Present } from '../../../client/presence/presence.ts';
import { words } from '../../../client/words/words.ts';
import type { Holds } from '../../../contract/live.ts';
import { VisuallyHidden } from '../../ui/page/page.tsx';
import { useClient, useMe, useObservable, useTeamId } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { untouchedFor } from '../page/user-activity.ts';

const t = words('page');

/** In milliseconds. Somebody who left a shift selected isn't editing. */
const handsOffAfter = 60_000;

const noOthers: readonly Present[] = [];
const nobody = { get: () => noOthers, subscribe: () => () => {} };

/** Who else is at the chosen layout. */
export function useOthersThere(): Observable<readonly Present[]> {
  const client = useClient();
  const team = useTeamId();
  const layout = useObservable(client.choices.layout);
  return team === null || layout === null ? nobody : client.presence.others(team, layout);
}

export const useOthers = (): readonly Present[] => useObservable(useOthersThere());

const isHere = () => (document.hidden || untouchedFor() > handsOffAfter ? 0 : 1);

/** Tells others what this page holds of the chosen layout, for as long as somebody is at the page. */
export function useHold(holds: Holds | null): void {
  const { presence, choices } = useClient();
  const team = useTeamId();
  const layout = useObservable(choices.layout);
  const isHeld = useTicking(isHere, holds !== null) === 1 && holds !== null;
  const text = isHeld ? JSON.stringify(holds) : null;
  useEffect(() => {
    if (team === null || layout === null || text === null) return;
    presence.hold(team, layout, JSON.parse(text) as Holds);
    const leaveIfHidden = () => document.hidden && presence.leave();
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', leaveIfHidden);
      presence.release();
    };
  }, [presence, team, layout, text]);
}

/** One for all that is on the board. */
export const OthersContext = createContext<Observable<readonly Present[]>>(nobody);

export const nameOf = ({ person, name }: Present, me: string | undefined): string =>
  person === me ? t('you') : name;

/** 'Dana is editing', 'Dana and Kim are editing', 'Dana, Kim and 2 others are editing'. */
export function editorsText(names: readonly string[]): string {
  const [first = '', second] = names;
  const last = names[names.length - 1] ?? '';
  if (second === undefined)
    return first === t('you') ? t('editing-elsewhere') : t('one-edits', { name: first });
  if (names.length > 3) return t('many-edit', { names: `${first}, ${second}`, count: names.length - 2 });
  return t('some-edit', { names: names.slice(0, -1).join(', '), last });
}

const mostFaces = 3;

export function Editors() {
  const others = useOthers();
  const me = useMe()?.user?.id;
  if (others.length === 0) return null;
  const names = [...new Map(others.map((each) => [each.person, nameOf(each, me)])).values()];
  const text = editorsText(names);
  return (
    <span className="editors screen-only" title={text}>
      {names.slice(0, mostFaces).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
        <span key={index} className="editors__face" aria-hidden="true">
          {[...name][0]}
        </span>
      ))}
      <span className="hint one-line editors__text">{text}</span>
    </span>
  );
}

/** An outline with a name over the element around it, which has a position, while somebody else holds what it shows. */
export function EditedBy({ what, id }: { what: 'shift' | 'position'; id: string }) {
  const { me } = useClient();
  const others = useContext(OthersContext);
  const subscribe = useCallback((tell: () => void) => others.subscribe(tell), [others]);
  const name = useSyncExternalStore(subscribe, () => {
    const holder = others.get().find(({ holds }) => holds[what] === id);
    return holder ? nameOf(holder, me.get()?.user?.id) : null;
  });
  if (name === null) return null;
  return (
    <span className="held screen-only">
      <span className="one-line held__name" aria-hidden="true">
        {name}
      </span>
      <VisuallyHidden>{name === t('you') ? t('held-elsewhere') : t('held-by', { name })}</VisuallyHidden>
    </span>
  );
}
