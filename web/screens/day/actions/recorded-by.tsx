import { useMembers } from '../../../parts/lists/team-lists.ts';
import { useTeamId } from '../../../parts/page/client-context.tsx';

/** ' by Dana', after what she recorded; nothing for a former member, and until the members are known. */
export function RecordedBy({ user }: { user: string }) {
  const { rows = [] } = useMembers(useTeamId() ?? '');
  const name = rows.find((member) => member.user === user)?.firstName;
  return name && ` by ${name}`;
}
