// Written by `npm run words` from the file of this name.
declare const words: {
  'your-break-due': [];
  'your-break-over': [];
  'break-due': [gaps: { name: string | number }];
  'break-over': [gaps: { name: string | number }];
  'break-for': [gaps: { name: string | number; reliever: string | number; position: string | number }];
  'at-due': [gaps: { time: string | number }];
  'at-over': [gaps: { time: string | number }];
  'someone': [];
  'breaks-due': [gaps: { names: string | number }];
  'breaks-over': [gaps: { names: string | number }];
  'names-and-more': [gaps: { names: string | number; count: string | number }];
  'reminders': [];
  'reminders-insecure': [];
  'reminders-home-screen': [];
  'reminders-unsupported': [];
  'reminders-blocked': [];
  'reminders-on': [];
  'reminders-off': [];
  'notify-about': [];
  'notify-mine': [];
  'notify-all': [];
  'turn-on': [];
  'turn-off': [];
  'play-sound': [];
  'play-sound-about': [];
};
export default words;
