// Written by `npm run words` from the file of this name.
declare const words: {
  'yesterday': [gaps: { day: string | number }];
  'tomorrow': [gaps: { day: string | number }];
};
export default words;
