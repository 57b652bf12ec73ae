// Written by `npm run words` from the file of this name.
declare const words: {
  'times-and-dates': [];
  'time-format': [];
  'date-format': [];
};
export default words;
