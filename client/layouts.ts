import { listLayouts, listTemplates } from '../contract/documents.ts';
import type { DocumentBody } from '../domain/change.ts';
import { type IsoDate, isIsoDate } from '../domain/date.ts';
import { copyLayout, duplicateTemplate, templateFromLayout } from '../domain/document-copy.ts';
import { type DaySettings, daySettings, type Layout, layTemplate } from '../domain/layout.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../domain/problem.ts';
import { newTemplate } from '../domain/template.ts';
import type { Client } from './client.ts';
import type { LiveDocument } from './live-document.ts';

export const layoutsOn = (client: Client, team: string, date: IsoDate) =>
  client.call(listLayouts, { params: { team }, query: { date } });

export const templatesOf = (client: Client, team: string) => client.call(listTemplates, { params: { team } });

/** What a new layout begins as: a template, or a layout of another day with or without its people. */
export type LayoutSource =
  | { readonly template: string }
  | { readonly layout: string; readonly people: boolean };

/** Lays it on a date and chooses the new layout; the answer is its id. Problems name 'date', 'template' or 'layout'. */
export async function layLayout(
  client: Client,
  team: string,
  { date, from }: { date: string; from: LayoutSource },
): Promise<Outcome<string>> {
  if (!isIsoDate(date)) return refuse('date-missing', { field: 'date' });
  const source = 'template' in from ? from.template : from.layout;
  const field = 'template' in from ? 'template' : 'layout';
  if (source === '') return refuse(`${field}-missing`, { field });
  const settings = await arrival(client, client.open('team', team, team), 'not-found');
  if (!settings.ok) return settings;
  const layout = await layoutFrom(client, team, { date, from, settings: daySettings(settings.value) });
  if (!layout.ok) return layout;
  const made = client.create(team, { type: 'layout.create', layout: layout.value });
  if (made.ok) client.choices.chooseLayout(made.value);
  return made;
}

type Laying = { date: IsoDate; from: LayoutSource; settings: DaySettings };

async function layoutFrom(
  client: Client,
  team: string,
  { date, from, settings }: Laying,
): Promise<Outcome<Layout>> {
  if ('template' in from) {
    const template = await arrival(
      client,
      client.open('template', team, from.template),
      'template-missing',
      'template',
    );
    return template.ok ? done(layTemplate(template.value, date, settings)) : template;
  }
  const layout = await arrival(client, client.open('layout', team, from.layout), 'layout-missing', 'layout');
  const copied = { settings, newId: () => client.newId(), people: from.people };
  return layout.ok ? done(copyLayout(layout.value, date, copied)) : layout;
}

/** Makes a template of what a day became; the answer is its id. Problems name 'name'. */
export async function saveAsTemplate(
  client: Client,
  team: string,
  { layout, name }: { layout: string; name: string },
): Promise<Outcome<string>> {
  const body = await arrival(client, client.open('layout', team, layout), 'document-missing');
  if (!body.ok) return body;
  const template = templateFromLayout(body.value, name, () => client.newId());
  return template.ok ? client.create(team, { type: 'template.create', template: template.value }) : template;
}

/** Makes a template like another under a name of its own; `taken` are the names there are. */
export async function duplicate(
  client: Client,
  team: string,
  { template, taken }: { template: string; taken: readonly string[] },
): Promise<Outcome<string>> {
  const body = await arrival(client, client.open('template', team, template), 'document-missing');
  if (!body.ok) return body;
  const copy = duplicateTemplate(body.value, { taken, newId: () => client.newId() });
  return client.create(team, { type: 'template.create', template: copy });
}

export function createTemplate(
  client: Client,
  team: string,
  form: { name: string; area: string },
): Outcome<string> {
  const template = newTemplate(form);
  return template.ok ? client.create(team, { type: 'template.create', template: template.value }) : template;
}

/** Deletes a layout, and clears the choice of it; the answer brings both back. */
export function deleteLayout(client: Client, team: string, layout: string): Outcome<() => void> {
  const { choices } = client;
  const document = client.open('layout', team, layout);
  const wasChosen = choices.layout.get() === layout;
  if (wasChosen) choices.clearLayout();
  const choose = () => {
    if (wasChosen && choices.team.get() === team && choices.layout.get() === null)
      choices.chooseLayout(layout);
  };
  const made = document.change({ type: 'layout.delete' });
  if (!made.ok) {
    choose();
    return made;
  }
  return done(() => {
    if (document.change({ type: 'layout.restore' }).ok) choose();
  });
}

/** Deletes a template; the answer brings it back. */
export function deleteTemplate(client: Client, team: string, template: string): Outcome<() => void> {
  const document = client.open('template', team, template);
  const made = document.change({ type: 'template.delete' });
  return made.ok ? done(() => void document.change({ type: 'template.restore' })) : made;
}

/** The body of a document, once it is here; a problem when it is gone, or the connection is lost before. */
function arrival<Body extends DocumentBody>(
  client: Client,
  document: LiveDocument<Body>,
  gone: ProblemCode,
  field?: string,
): Promise<Outcome<Body>> {
  return new Promise((resolve) => {
    const ends = [client.connection.subscribe(look), document.subscribe(look)];
    look();
    function look() {
      const view = document.get();
      if (view.state === 'loading' && client.connection.get() !== 'offline') return;
      for (const end of ends) end();
      if (view.state === 'ready') resolve(done(view.body));
      else resolve(view.state === 'gone' ? refuse(gone, { field }) : refuse('network-request-failed'));
    }
  });
}
