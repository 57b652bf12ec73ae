import { sentence } from '../../../client/words/sentence.ts';
import type { ScheduleConnection } from '../../../contract/schedule.ts';

/** Why a schedule could not be read the last time; null if it could. */
export const failureText = ({
  problem,
  reason,
}: NonNullable<ScheduleConnection['lastRead']>): string | null => (reason ? sentence(reason) : problem);
