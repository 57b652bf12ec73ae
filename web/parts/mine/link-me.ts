import type { Client } from '../../../client/client.ts';
import { linkMe, type OfferedPerson, unlinkMe } from '../../../contract/mine.ts';
import { showToast } from '../../ui/message/toast.tsx';
import { showProblem } from '../forms/problem-toast.ts';

export async function sayItIsMe(client: Client, team: string, person: OfferedPerson): Promise<boolean> {
  const linked = await client.call(linkMe, { params: { team }, body: { person: person.id } });
  if (!linked.ok) {
    showProblem(linked.problem);
    return false;
  }
  const undo = { label: 'Undo', onPress: () => void sayItIsNotMe(client, team) };
  showToast({ text: `You’re ${person.name} on the schedule`, action: undo });
  return true;
}

async function sayItIsNotMe(client: Client, team: string): Promise<void> {
  const unlinked = await client.call(unlinkMe, { params: { team } });
  if (!unlinked.ok) showProblem(unlinked.problem);
}

export async function unlink(client: Client, team: string, person: OfferedPerson): Promise<void> {
  const unlinked = await client.call(unlinkMe, { params: { team } });
  if (!unlinked.ok) {
    showProblem(unlinked.problem);
    return;
  }
  const undo = { label: 'Undo', onPress: () => void sayItIsMe(client, team, person) };
  showToast({ text: `You’re no longer linked to ${person.name}`, action: undo });
}
