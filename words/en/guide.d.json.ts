// Written by `npm run words` from the file of this name.
declare const words: {
  'set-up': [];
  'so-many-done': [gaps: { done: string | number; all: string | number }];
  'done-steps': [gaps: { steps: string | number }];
  'hide': [];
  'spoken-done': [];
  'team-is-set-up': [];
  'title-area': [];
  'what-area': [];
  'action-area': [];
  'title-template': [];
  'what-template': [];
  'action-template': [];
  'title-day': [];
  'what-day': [];
  'action-day': [];
  'title-schedule': [];
  'what-schedule': [];
  'action-schedule': [];
  'title-place': [];
  'what-place': [];
  'action-place': [];
  'title-people': [];
  'what-people': [];
  'action-people': [];
};
export default words;
