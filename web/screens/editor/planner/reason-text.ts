import { words } from '../../../../client/words/words.ts';
import type { Priority } from '../../../../domain/plan/rotation.ts';
import type { Summand } from '../../../../domain/planner/points.ts';

const t = words('planner');

/** How many summands a reason names. */
const named = 2;

interface Around {
  readonly station: string;
  readonly priority: Priority;
  readonly job: string;
  readonly nameOfPosition: (id: string) => string;
}

/** 'best at Grill, 3 h less outdoors than average'; where nothing speaks for somebody, how much the position matters. */
export function reasonText(summands: readonly Summand[], around: Around): string {
  const gains = summands
    .filter(({ kind, points }) => kind !== 'priority' && points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, named);
  return gains.length > 0
    ? gains.map((each) => summandText(each, around)).join(', ')
    : t('reason-priority', { priority: around.priority });
}

function summandText(summand: Summand, { station, priority, job, nameOfPosition }: Around): string {
  switch (summand.kind) {
    case 'priority':
      return t('reason-priority', { priority });
    case 'level':
      return t('reason-level', { level: ['training', 'can', 'best'][summand.level - 1] ?? 'can', station });
    case 'job':
      return t('reason-job', { job });
    case 'likes':
      return t('reason-likes', { station });
    case 'dislikes':
      return t('reason-dislikes', { station });
    case 'fairness':
      return t('reason-fairness', {
        hours: Math.abs(summand.hours),
        which: summand.hours < 0 ? 'less' : 'more',
        class: summand.class,
      });
    case 'covers':
      return t('reason-covers', { position: nameOfPosition(summand.position) });
    case 'same-station':
      return t('reason-same-station');
    case 'over-cap':
      return t('reason-over-cap', { class: summand.class });
  }
}
