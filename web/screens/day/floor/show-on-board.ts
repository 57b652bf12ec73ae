import { useEffect } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { overlaps } from '../../../../domain/time/clock-time.ts';
import { type ToShow, toShow } from '../../../parts/board/to-show.ts';
import { useObservable } from '../../../parts/page/client-context.tsx';
import { currentAddress, navigate } from '../../../parts/page/navigation.ts';
import { withoutPerson } from '../../../urls.ts';
import type { Hand } from './picked-up.ts';

const isAboutRotation = ({ shift, position, walkIn }: ToShow): boolean =>
  shift === undefined && position === undefined && walkIn === undefined;

const shows = ({ rotations }: ToShow, rotation: string): boolean =>
  rotations.length === 0 || rotations.includes(rotation);

/** Shows the person in the address, who is opened once: not again when the page is reloaded. */
export function useShowPerson(person: string | undefined, { shifts, rotations, dayStart }: Layout): void {
  useEffect(() => {
    if (person === undefined) return;
    const shift = byId(shifts, person);
    if (shift) {
      const theirs = rotations.filter((each) => overlaps(shift, each, dayStart)).map(({ id }) => id);
      toShow.set({ shift: person, rotations: theirs });
    }
    navigate(withoutPerson(currentAddress()), { replace: true, keepScroll: true });
  }, [person, shifts, rotations, dayStart]);
}

export function useShowRotation(shown: string | undefined, choose: (rotation: string) => void): void {
  const wanted = useObservable(toShow);
  useEffect(() => {
    if (wanted === null || shown === undefined) return;
    const [best] = wanted.rotations;
    if (!shows(wanted, shown) && best !== undefined) choose(best);
    else if (isAboutRotation(wanted)) toShow.set(null);
  });
}

/** Picks up the person or position to show; where nothing can be picked up, it is marked for a moment. */
export function useShowOnBoard(rotation: string, hand: Hand | null): void {
  const wanted = useObservable(toShow);
  useEffect(() => {
    if (wanted === null || !shows(wanted, rotation) || isAboutRotation(wanted)) return;
    const { shift, position = '', walkIn } = wanted;
    toShow.set(null);
    if (!hand) {
      const [attribute, id] = shift === undefined ? ['data-row', position] : ['data-person', shift];
      return mark(`[${attribute}="${CSS.escape(id)}"]`);
    }
    hand.isByKey = true;
    if (walkIn) hand.set({ kind: 'walk-in', id: '', shift: walkIn });
    else if (shift !== undefined) hand.set({ kind: 'person', id: shift });
    else hand.set({ kind: 'position', id: position });
  }, [wanted, rotation, hand]);
}

const markedFor = 3_000;

function mark(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) return;
  found.scrollIntoView({ block: 'center' });
  found.classList.add('positions__found');
  setTimeout(() => found.classList.remove('positions__found'), markedFor);
}
