import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { lazyPart, lazyScreen } from '../../page/lazy-screen.tsx';
import './headcount.css';

/** Keeps the room of what comes, so that the board below stays where it is. */
const Room = () => <div className="headcount headcount--said" />;

const Nothing = () => null;

const fetchBar = () => import('./headcount-bar.tsx');
const HeadcountBar = lazyScreen(() => fetchBar().catch(() => ({ HeadcountBar: Room })), 'HeadcountBar', Room);
const OfferBar = lazyPart(() => fetchBar().catch(() => ({ HeadcountBar: Nothing })), 'HeadcountBar');

type HeadcountProps = { layout: Layout; rotation: Rotation; acts: boolean };

/** A rotation without charts has no number; there, a call-out alone has something to say. */
export function Headcount({ layout, rotation, acts }: HeadcountProps) {
  const props = { layout, rotation, acts };
  if (rotation.charts) return <HeadcountBar key={rotation.id} {...props} />;
  return acts && layout.shifts.some(({ out }) => out) ? <OfferBar key={rotation.id} {...props} /> : null;
}
