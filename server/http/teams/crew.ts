import { deletePerson } from '../../../contract/crew.ts';
import type { SecurityLog } from '../../security-log/security-log.ts';
import type { DeletePerson } from '../../teams/delete-person.ts';
import { authorOf } from '../documents/author.ts';
import type { Serve } from '../endpoint.ts';

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
