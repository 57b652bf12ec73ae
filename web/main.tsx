import './trusted-types.ts';
import { createRoot } from 'react-dom/client';
import { Client } from '../client/client.ts';
import { keepSessionAlive } from '../client/connection/session-keep-alive.ts';
import { browserOptions } from '../client/device/browser.ts';
import { indexedDbCopies, indexedDbOutbox } from '../client/device/indexed-db.ts';
import { formats } from '../client/words/formats.ts';
import { provideWords, wordsLoaded } from '../client/words/words.ts';
import { loadCrew } from './app/lazy-crew.ts';
import { rememberedFormats } from './app/team-formats.tsx';
import { App } from './app.tsx';
import { mergeLoaded } from './parts/notes/lazy-merge.ts';
import { colorMode, showColorMode } from './parts/page/color-mode.ts';
import { firstLanguage } from './parts/page/language.ts';
import { loadWhenIdle, pageIdle, serverAnswers } from './parts/page/lazy-screen.tsx';
import { guardPresses } from './parts/page/press-guard.ts';
import { unsavedLock, updateOffer } from './parts/updates/page-locks.ts';
import './styles/base.css';
import { type CompiledWords, type Language, languages, type WordFile } from '../words/words.ts';

async function loadWords(language: Language, file: WordFile): Promise<CompiledWords> {
  // made by tools/build/words.ts
  return (await import(/* @vite-ignore */ `./words-${language}-${file}-${import.meta.env.WORDS}.js`)).default;
}

showColorMode(colorMode());
provideWords(loadWords, firstLanguage());
formats.set(rememberedFormats(null));
guardPresses();
const parts = { ...browserOptions(indexedDbOutbox()), copies: indexedDbCopies(), loadCrew };
const client = new Client(parts);
keepSessionAlive(client, parts.clock);
void mergeLoaded.then(() => client.refold());
void loadWhenIdle(loadCrew);
unsavedLock.hold(true);
void pageIdle
  .then(async () => (await import('./app/when-idle.ts')).startWhenIdle(client))
  .catch(async () => {
    await serverAnswers();
    updateOffer.set(async () => {
      location.reload();
      return true;
    });
  });

/** In milliseconds. */
const reloadsAfter = 3_000;

const hasWords = () =>
  wordsLoaded().then(
    () => true,
    () => false,
  );

/** Nothing can be said before the words are there. */
async function show(): Promise<void> {
  // a board in another language is better than none: without a network the device may lack the words of the one it should be in
  const others = navigator.serviceWorker?.controller ? languages : [];
  for (const other of others) if (!(await hasWords())) provideWords(loadWords, other);
  if (!(await hasWords())) {
    await new Promise((resolve) => setTimeout(resolve, reloadsAfter));
    await serverAnswers();
    location.reload();
    return;
  }
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App client={client} />);
}
void show();
