import type { ClockTime } from '../time/clock-time.ts';
import type { DateOrder } from '../time/written-days.ts';

/** What can be meant in two ways all over a file. `used` is what it is read as; null leaves such rows out until it is answered. */
export type FileQuestion =
  | {
      /** '9-5' that a spreadsheet changed into 5-Sep. */
      readonly about: 'shiftDates';
      readonly count: number;
      readonly text: string;
      readonly choices: readonly { readonly order: DateOrder; readonly shift: string }[];
      readonly used: DateOrder | null;
    }
  | { readonly about: 'clock'; readonly text: string; readonly used: Clock | null }
  | {
      /** '12a-8a' under Sunday: in the night before Sunday, or in the night after it. */
      readonly about: 'nights';
      readonly count: number;
      readonly until: ClockTime;
      readonly used: Night;
    };

export type Clock = '12-hour' | '24-hour';
export type Night = 'before' | 'after';
