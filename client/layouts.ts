import { listLayouts, listTemplates } from '../contract/documents.ts';
import { type IsoDate, isIsoDate } from '../domain/date.ts';
import { daySettings, layTemplate } from '../domain/layout.ts';
import { type Outcome, refuse } from '../domain/problem.ts';
import type { Client } from './client.ts';
import type { Readable } from './readable.ts';

export const layoutsOn = (client: Client, team: string, date: IsoDate) =>
  client.call(listLayouts, { params: { team }, query: { date } });

export const templatesOf = (client: Client, team: string) => client.call(listTemplates, { params: { team } });

/** Lays a template on a date and chooses the layout; the answer is its id. Problems name 'date' or 'template'. */
export async function layLayout(
  client: Client,
  team: string,
  form: { date: string; template: string },
): Promise<Outcome<string>> {
  if (!isIsoDate(form.date)) return refuse('date-missing', { field: 'date' });
  if (form.template === '') return refuse('template-missing', { field: 'template' });
  const [template, settings] = await Promise.all([
    arrival(client, client.open('template', team, form.template)),
    arrival(client, client.open('team', team, team)),
  ]);
  if (template.state === 'loading' || settings.state === 'loading') return refuse('network-request-failed');
  if (template.state === 'gone') return refuse('template-missing', { field: 'template' });
  if (settings.state === 'gone') return refuse('not-found');
  const layout = layTemplate(template.body, form.date, daySettings(settings.body));
  const made = client.create(team, { type: 'layout.create', layout });
  if (made.ok) client.choices.chooseLayout(made.value);
  return made;
}

/** The first view that is not 'loading'; still 'loading' when the connection is lost before there is one. */
function arrival<View extends { readonly state: string }>(client: Client, document: Readable<View>) {
  return new Promise<View>((resolve) => {
    const ends = [client.connection.subscribe(look), document.subscribe(look)];
    look();
    function look() {
      const view = document.get();
      if (view.state === 'loading' && client.connection.get() !== 'offline') return;
      for (const end of ends) end();
      resolve(view);
    }
  });
}
