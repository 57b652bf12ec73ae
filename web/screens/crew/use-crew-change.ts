import type { Change } from '../../../domain/change/change.ts';
import { crewDocument } from '../../../domain/crew/crew.ts';
import { changeWithToast } from '../../parts/forms/change-toast.ts';
import { useClient, useTeamId } from '../../parts/page/client-context.tsx';

/** Makes a change of the crew, with a message about it. False when it was refused. */
export function useCrewChange() {
  const client = useClient();
  const team = useTeamId() ?? '';
  return (change: Change, said?: string): boolean =>
    changeWithToast(client.open('crew', team, crewDocument), change, said);
}
