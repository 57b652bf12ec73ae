// Written by `npm run words` from the file of this name.
declare const words: {
  'registration': [];
  'registration-asked': [gaps: { origin: string | number }];
  'registration-offer': [gaps: { hours: string | number }];
  'registration-after': [];
  'confirmation': [];
  'confirmation-asked': [gaps: { origin: string | number }];
  'confirmation-offer': [gaps: { hours: string | number }];
  'confirmation-after': [];
  'account-exists': [];
  'account-exists-asked': [gaps: { origin: string | number }];
  'account-exists-offer': [];
  'account-exists-after': [];
  'password-reset': [];
  'password-reset-asked': [gaps: { origin: string | number }];
  'password-reset-offer': [gaps: { minutes: string | number }];
  'password-reset-after': [];
};
export default words;
