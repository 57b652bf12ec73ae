import { useMembers } from '../../../parts/lists/team-lists.ts';
import { useTeamId } from '../../../parts/page/client-context.tsx';

/** The first name of a member of the team; '' for nobody, a former member, and until the members are known. */
export function useMemberName(user: string | null): string {
  const { rows = [] } = useMembers(useTeamId() ?? '');
  return rows.find((member) => member.user === user)?.firstName ?? '';
}

/** ' by Dana', after what she recorded. */
export function RecordedBy({ user }: { user: string }) {
  const name = useMemberName(user);
  return name && ` by ${name}`;
}
