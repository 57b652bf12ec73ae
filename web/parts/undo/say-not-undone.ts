import { historyPage } from '../../../client/calls/history.ts';
import type { Client } from '../../../client/client.ts';
import type { NotUndone } from '../../../client/undo/undo.ts';
import { showProblem } from '../forms/problem-toast.ts';

/** Says why nothing was undone: 'Dana Lee moved Ana Price from Grill to Fries in Lunch since then. …' */
export async function sayNotUndone(client: Client, why: NotUndone): Promise<void> {
  if (why.type === 'refused') return void showProblem(why.problem);
  const did = await toldBy(client, why);
  showProblem({ code: 'undo-overtaken', details: { did: did ?? 'Somebody else changed that' } });
}

/** What history says about the change that came between; null if that is not known. */
async function toldBy(
  client: Client,
  { team, document, version }: Extract<NotUndone, { type: 'overtaken' }>,
): Promise<string | null> {
  if (version === null) return null;
  const page = await historyPage(client, { team, document }, {});
  const entry = page.ok ? page.value.entries.find((each) => each.version === version) : undefined;
  return entry?.sentence ?? null;
}
