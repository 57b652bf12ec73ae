import { Link } from '../../ui/button/link.tsx';
import { urls, withDay } from '../../urls.ts';

/** Between one's own day and everyone's. `layout` is the one that the board then shows; null leaves the choice. */
export function MineSwitch({ team, layout }: { team: string; layout: string | null }) {
  return (
    <nav className="mine__switch" aria-label="Whose day">
      <Link href={urls.mine} aria-current="page">
        Mine
      </Link>
      <Link href={withDay(urls.day, { team, layout })}>Everyone</Link>
    </nav>
  );
}
