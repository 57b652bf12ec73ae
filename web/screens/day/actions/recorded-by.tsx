import { words } from '../../../../client/words/words.ts';
import { useMembers } from '../../../parts/lists/document-lists.ts';
import { useTeamId } from '../../../parts/page/client-context.tsx';

const t = words('actions');

/** 'Out from 10:12 AM, marked by Dana'; without the name for a former member, and until the members are known. */
export function RecordedBy({
  user,
  what,
  isMarked = false,
}: {
  user: string;
  what: string;
  isMarked?: boolean;
}) {
  const { rows = [] } = useMembers(useTeamId() ?? '');
  const name = rows.find((member) => member.user === user)?.firstName;
  if (!name) return what;
  return isMarked ? t('marked-by', { what, name }) : t('recorded-by', { what, name });
}
