import type { OthersChanges } from '../../../../client/presence/others-changes.ts';
import { words } from '../../../../client/words/words.ts';
import { fullName } from '../../../../domain/team/user.ts';
import { useMembers } from '../../lists/document-lists.ts';
import { useClient, useObservable, useTeamId } from '../client-context.tsx';

const t = words('page');

/** The one place that says to screen readers what others did: what one did oneself is said where it was pressed. */
export default function OthersChangesNotice() {
  const client = useClient();
  const said = useObservable(client.othersChanges);
  const team = useTeamId();
  return (
    <div className="visually-hidden" role="status" aria-label={t('changes-by-others')}>
      {said && team && <Said key={said.number} changes={said} team={team} />}
    </div>
  );
}

function Said({ changes: { count, by }, team }: { changes: OthersChanges; team: string }) {
  const { rows } = useMembers(team);
  if (!rows) return null;
  const member = rows.find(({ user }) => user === by[0]);
  const who = member ? fullName(member) : t('other-person');
  // an element of its own, so that the same words twice are read twice
  return <p>{t(by.length > 1 ? 'changed-by-several' : 'changed-by', { count, who })}</p>;
}
