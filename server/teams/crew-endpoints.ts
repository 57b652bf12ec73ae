import { deletePerson } from '../../contract/crew.ts';
import { authorOf } from '../door/author.ts';
import type { Serve } from '../door/endpoint.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { DeletePerson } from './delete-person.ts';

interface Dependencies {
  readonly deletePerson: DeletePerson;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

export function serveCrew(serve: Serve, dependencies: Dependencies): void {
  serve(deletePerson, async (request) => {
    const { team, person } = request.params;
    const deleted = await dependencies.deletePerson(authorOf(request), team, person);
    if (deleted.ok) {
      const by = request.caller.user.id;
      await dependencies.securityLog.record({ type: 'person-deleted', by, team }, request);
    }
    return deleted;
  });
}
