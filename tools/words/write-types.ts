// Writes the types of all words, after texts in words/en were added or changed.
import { writeFileSync } from 'node:fs';
import { filesOf, textsOf, typesOf, wordsFolder } from './messages.ts';

for (const file of filesOf('en')) {
  writeFileSync(new URL(`en/${file}.d.json.ts`, wordsFolder), typesOf(textsOf('en', file)));
}
