import { words } from '../../../../client/words/words.ts';
import type { Priority } from '../../../../domain/plan/rotation.ts';
import type { Reason } from '../../../../domain/planner/reasons.ts';

const t = words('planner');

interface Around {
  readonly station: string;
  readonly priority: Priority;
  readonly job: string;
  readonly nameOfPosition: (id: string) => string;
}

/** How words name one of several kinds. */
export const selector = (kind: string): string => kind.replace(/-/g, '_');

/** 'best at Grill, 3 h less outdoors than average'. */
export const reasonText = (reasons: readonly Reason[], around: Around): string =>
  reasons.map((each) => textOf(each, around)).join(', ');

const levels = ['training', 'can', 'best'] as const;

function textOf(reason: Reason, { station, priority, job, nameOfPosition }: Around): string {
  switch (reason.kind) {
    case 'locked':
      return t('reason-locked');
    case 'priority':
      return t('reason-priority', { priority });
    case 'level':
      return t('reason-level', { level: levels[reason.level - 1] ?? 'can', station });
    case 'job':
      return t('reason-job', { job });
    case 'likes':
      return t('reason-likes', { station });
    case 'dislikes':
      return t('reason-dislikes', { station });
    case 'fairness':
      return t('reason-fairness', {
        hours: Math.abs(reason.hours),
        which: reason.hours < 0 ? 'less' : 'more',
        class: reason.class,
      });
    case 'covers':
      return t('reason-covers', { position: nameOfPosition(reason.position) });
    case 'same-station':
      return t('reason-same-station');
    case 'over-cap':
      return t('reason-over-cap', { class: reason.class });
  }
}
