import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeEmail, changeLanguage, openAccount, register, requestReset } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { mailSettings, tokenIn } from '../../test/servers/mail-settings.ts';
import { type Mailbox, openMailbox } from '../../test/servers/mailbox.ts';
import { newcomer, person, type RunningServer, runServer, visit } from '../../test/servers/running-server.ts';

let server: RunningServer;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await runServer({ env: await mailSettings(mailbox.url) });
});
afterAll(async () => {
  await server.stop();
  await mailbox.close();
});
const letter = async () => {
  const { text } = await mailbox.next();
  return { text, lang: /<html lang=3D"([^"]*)"|<html lang="([^"]*)"/.exec(text)?.slice(1).join('') };
};

test('[L6] a new account has the language of the page, and its mail is in it', async () => {
  const ana = visit(server.address);
  const { email, password, ...names } = person('Ana');
  await ana.call(register, { body: { email, password, ...names, language: 'de' } });
  const { text, lang } = await letter();
  expect(text).toContain('Der Link gilt 24 Stunden');
  expect(lang).toBe('de');
  const opened = await ana.call(openAccount, { body: { token: tokenIn(text, 'confirm'), password } });
  expect(opened.value.user?.language).toBe('de');

  const chosen = await ana.call(changeLanguage, { body: { language: 'fr' } });
  expect(chosen.value.user?.language).toBe('fr');
  expect((await ana.call(getMe, {})).value.user?.language).toBe('fr');
  await ana.call(changeEmail, { body: { email: 'new.ana@example.com', password } });
  expect((await letter()).text).toContain('Le lien expire dans 24 heures');

  const left = await ana.call(changeLanguage, { body: { language: null } });
  expect(left.value.user).not.toHaveProperty('language');
  await ana.call(changeLanguage, { body: { language: 'fr' } });

  // no matter who asks, the mail is in the language of its reader
  const stranger = visit(server.address);
  await stranger.call(requestReset, { body: { email, language: 'es' } });
  expect((await letter()).lang).toBe('fr');
  await stranger.call(register, { body: { ...person('Eve'), email, language: 'es' } });
  expect((await letter()).lang).toBe('fr');
});

test('[L6] somebody who chose none gets the language of the page that asked, else English', async () => {
  const before = await runServer();
  const bo = await newcomer(before.address, 'Bo');
  expect((await bo.call(getMe, {})).value.user).not.toHaveProperty('language');
  expect((await bo.call(changeLanguage, { body: { language: 'tlh' as never } })).status).toBe(400);
  await before.stop();

  const cy = visit(server.address);
  const { password } = person('Cy');
  await cy.call(register, { body: person('Cy') });
  const { text, lang } = await letter();
  expect(lang).toBe('en');
  await cy.call(openAccount, { body: { token: tokenIn(text, 'confirm'), password } });
  for (const [language, found] of [
    ['pt-BR', 'pt-BR'],
    [undefined, 'en'],
  ] as const) {
    await cy.call(requestReset, { body: { email: person('Cy').email, language } });
    expect((await letter()).lang).toBe(found);
  }
});
