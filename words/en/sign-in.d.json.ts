// Written by `npm run words` from the file of this name.
declare const words: {
  'language': [];
  'cancel': [];
  'not-found': [];
  'not-found-page': [];
  'not-found-why': [];
  'not-found-day-view': [];
  'not-found-layouts': [];
  'sign-out': [];
  'sign-out-now': [];
  'sign-out-retry': [];
  'signed-in-as': [gaps: { name: string | number }];
};
export default words;
