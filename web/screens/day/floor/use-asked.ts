import { useEffect } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { overlaps } from '../../../../domain/time/clock-time.ts';
import { type Asked, asked } from '../../../parts/board/asked.ts';
import { useObservable } from '../../../parts/page/client-context.tsx';
import { currentAddress, navigate } from '../../../parts/page/navigation.ts';
import { withoutPerson } from '../../../urls.ts';
import type { Hand } from './hand.ts';

const isAboutRotation = ({ shift, position, walkIn }: Asked): boolean =>
  shift === undefined && position === undefined && walkIn === undefined;

const shows = ({ rotations }: Asked, rotation: string): boolean =>
  rotations.length === 0 || rotations.includes(rotation);

/** Asks for the person in the address, who is opened once: not again when the page is reloaded. */
export function useAskedPerson(person: string | undefined, { shifts, rotations, dayStart }: Layout): void {
  useEffect(() => {
    if (person === undefined) return;
    const shift = byId(shifts, person);
    if (shift) {
      const theirs = rotations.filter((each) => overlaps(shift, each, dayStart)).map(({ id }) => id);
      asked.set({ shift: person, rotations: theirs });
    }
    navigate(withoutPerson(currentAddress()), { replace: true, keepScroll: true });
  }, [person, shifts, rotations, dayStart]);
}

export function useAskedRotation(shown: string | undefined, choose: (rotation: string) => void): void {
  const wanted = useObservable(asked);
  useEffect(() => {
    if (wanted === null || shown === undefined) return;
    const [best] = wanted.rotations;
    if (!shows(wanted, shown) && best !== undefined) choose(best);
    else if (isAboutRotation(wanted)) asked.set(null);
  });
}

/** Picks up the person or position that is asked for; where nothing can be picked up, it is marked for a moment. */
export function useAskedThing(rotation: string, hand: Hand | null): void {
  const wanted = useObservable(asked);
  useEffect(() => {
    if (wanted === null || !shows(wanted, rotation)) return;
    const { shift, position, walkIn } = wanted;
    if (isAboutRotation(wanted)) return;
    asked.set(null);
    if (!hand)
      return mark(
        shift === undefined
          ? `[data-row="${CSS.escape(position ?? '')}"]`
          : `[data-person="${CSS.escape(shift)}"]`,
      );
    hand.isByKey = true;
    if (walkIn) hand.set({ kind: 'walk-in', id: '', shift: walkIn });
    else if (shift !== undefined) hand.set({ kind: 'person', id: shift });
    else hand.set({ kind: 'position', id: position ?? '' });
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
