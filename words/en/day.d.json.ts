// Written by `npm run words` from the file of this name.
declare const words: {
  'timeline': [];
  'choose-another-layout': [];
};
export default words;
