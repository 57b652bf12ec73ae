// Written by `npm run words` from the file of this name.
declare const words: {
};
export default words;
