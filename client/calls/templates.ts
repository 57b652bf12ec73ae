import { copyTemplate, templateFromLayout } from '../../domain/day/document-copy.ts';
import { done, type Outcome } from '../../domain/problem/problem.ts';
import { newTemplate } from '../../domain/team/template.ts';
import type { Client } from '../client.ts';
import { loadDocument } from '../document/load-document.ts';

export function createTemplate(
  client: Client,
  team: string,
  form: { name: string; area: string },
): Outcome<string> {
  const template = newTemplate(form);
  return template.ok ? client.create(team, { type: 'template.create', template: template.value }) : template;
}

/** Makes a template of what a day became; the answer is its id. Problems name 'name'. */
export async function saveAsTemplate(
  client: Client,
  team: string,
  { layout, name }: { layout: string; name: string },
): Promise<Outcome<string>> {
  const body = await loadDocument(client, ['layout', team, layout], 'document-missing');
  if (!body.ok) return body;
  const template = templateFromLayout(body.value, name, () => client.newId());
  return template.ok ? client.create(team, { type: 'template.create', template: template.value }) : template;
}

export async function duplicateTemplate(
  client: Client,
  team: string,
  { template, taken }: { template: string; taken: readonly string[] },
): Promise<Outcome<string>> {
  const body = await loadDocument(client, ['template', team, template], 'document-missing');
  if (!body.ok) return body;
  const copy = copyTemplate(body.value, { taken, newId: () => client.newId() });
  return client.create(team, { type: 'template.create', template: copy });
}

/** Deletes a template; the answer brings it back. */
export function deleteTemplate(client: Client, team: string, template: string): Outcome<() => void> {
  const document = client.open('template', team, template);
  const made = document.change({ type: 'template.delete' });
  return made.ok ? done(() => void made.value.takeBack()) : made;
}
