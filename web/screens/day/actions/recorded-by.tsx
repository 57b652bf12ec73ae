import { useMembers } from '../../../parts/lists/document-lists.ts';
import { useTeamId } from '../../../parts/page/client-context.tsx';

/** ' by Dana', after what she did; nothing for a former member, and until the members are known. */
export function RecordedBy({ user, did = '' }: { user: string; did?: string }) {
  const { rows = [] } = useMembers(useTeamId() ?? '');
  const name = rows.find((member) => member.user === user)?.firstName;
  return name && `${did} by ${name}`;
}
