import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { lazyScreen } from '../../page/lazy-screen.tsx';
import './headcount.css';

/** Keeps the room of what comes, so that the board below stays where it is. */
const Room = () => <div className="headcount" />;

const HeadcountBar = lazyScreen(
  () => import('./headcount-bar.tsx').catch(() => ({ HeadcountBar: Room })),
  'HeadcountBar',
  Room,
);

type HeadcountProps = { layout: Layout; rotation: Rotation; acts: boolean };

/** A rotation without charts has no number. */
export const Headcount = ({ rotation, ...rest }: HeadcountProps) =>
  rotation.charts ? <HeadcountBar key={rotation.id} rotation={rotation} {...rest} /> : null;
