import type { LayoutRow } from '../../../contract/documents.ts';
import { type Team, templateOn } from '../../../domain/team/team.ts';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { type IsoDate, weekday } from '../../../domain/time/date.ts';
import { useTemplates } from '../../parts/lists/document-lists.ts';
import { useRole } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';

type MissingTemplateProps = {
  id: string;
  team: Team;
  dates: readonly IsoDate[];
  rows: readonly LayoutRow[];
};

/** Areas whose layout isn't made automatically, because the template of the weekday is gone. */
export function MissingTemplate({ id, team, dates, rows }: MissingTemplateProps) {
  const role = useRole();
  const templates = useTemplates(id);
  if (!templates.rows || !mayRunTheDay(role)) return null;
  return dates.map((date) => {
    const areas = team.areas.filter((area) => {
      const template = templateOn(team.weekdays ?? [], date, area);
      const isThere = templates.rows?.some((row) => row.id === template && row.area === area);
      const isLaid = rows.some((row) => row.date === date && row.area === area);
      return template !== undefined && !isThere && !isLaid;
    });
    if (areas.length === 0) return null;
    return (
      <Alert
        key={date}
        tone="warning"
        action={mayManage(role) && <ButtonLink href={urls.templates}>Choose Template</ButtonLink>}
      >
        {`The template for ${weekday(date)}s in ${areas.join(', ')} was deleted, so this layout isn’t made automatically.`}
      </Alert>
    );
  });
}
