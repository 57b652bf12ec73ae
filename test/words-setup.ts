import { provideWords, words, wordsLoaded } from '../client/words/words.ts';
import { filesOf } from '../tools/words/messages.ts';
import { provideUiWords } from '../web/ui/words.ts';
import { compileWords } from '../words/read-words.ts';
import type { WordFile } from '../words/words.ts';

// Pages load the words of a script with it; tests import scripts directly.
provideWords(
  async (language, file) => compileWords(filesOf(language).includes(file) ? language : 'en', file),
  'en',
);
for (const file of filesOf('en')) words(file as WordFile);
await wordsLoaded();
provideUiWords(words('page'));
