// Writes the types of all words, after texts in words/en were added or changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, textsOf, typesOf, wordsFolder } from './messages.ts';

for (const file of filesOf('en')) {
  writeFileSync(join(wordsFolder, 'en', `${file}.d.json.ts`), typesOf(textsOf('en', file)));
}
