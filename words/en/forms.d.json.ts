// Written by `npm run words` from the file of this name.
declare const words: {
  'start-time': [];
  'end-time': [];
  'for-example': [gaps: { time: string | number }];
  'keep': [gaps: { length: string | number }];
  'did-you-mean-range': [gaps: { range: string | number; length: string | number }];
  'am-or-pm': [];
  'is-that-right': [gaps: { length: string | number }];
  'one-of-these': [gaps: { length: string | number }];
  'did-you-mean': [gaps: { length: string | number; time: string | number }];
  'ends-on': [gaps: { length: string | number; weekday: string | number }];
  'ends-next-day': [gaps: { length: string | number }];
  'hours': [gaps: { hours: number }];
  'hours-and-minutes': [gaps: { hours: string | number; minutes: string | number }];
  'hours-short': [gaps: { hours: string | number }];
  'minutes-short': [gaps: { minutes: string | number }];
  'work-per-break': [];
  'break-length': [];
  'day-starts': [];
  'earlier-shifts': [];
  'time-zone': [];
  'no-breaks': [];
  'in-minutes': [];
  'break-hint': [gaps: { one: string | number; two: string | number }];
  'your-time-zone': [];
  'your-country': [];
};
export default words;
