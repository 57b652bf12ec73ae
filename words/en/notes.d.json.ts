// Written by `npm run words` from the file of this name.
declare const words: {
  'formatting': [];
  'tool-h1': [];
  'tool-h2': [];
  'tool-h3': [];
  'tool-bold': [];
  'tool-italic': [];
  'tool-underline': [];
  'tool-numbered': [];
  'tool-bulleted': [];
  'link': [];
  'clear-formatting': [];
  'set-link': [];
  'remove-link': [];
  'address': [];
};
export default words;
