// Written by `npm run words` from the file of this name.
declare const words: {
  'awake-on': [];
  'awake-on-home-screen': [];
  'awake-untouched': [];
  'awake-refused': [];
  'awake-insecure': [];
  'awake-unsupported': [];
  'keep-on-apple': [gaps: { why: string | number }];
  'keep-on': [gaps: { why: string | number }];
  'awake-video-apple': [];
  'awake-video': [];
};
export default words;
