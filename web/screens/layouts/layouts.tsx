import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { TemplateRow } from '../../../contract/documents.ts';
import { type Team, templateOn } from '../../../domain/team/team.ts';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { addDays, type IsoDate, isIsoDate, weekday } from '../../../domain/time/date.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { useTemplates } from '../../parts/lists/document-lists.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useTodayOfTeam } from '../../parts/mine/use-my-layouts.ts';
import { fromPage, setSearch, useSearch } from '../../parts/page/address-search.ts';
import { useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { LayoutTable, newLayoutId } from './layout-table.tsx';
import { daysShown, firstMissing, useWeek, type WeekRow, weekRows } from './week-rows.ts';

export function LayoutsRoute() {
  const team = useTeam();
  return team.state === 'ready' ? <Layouts team={team.body} /> : <NotReady title="Layouts" view={team} />;
}

function Layouts({ team }: { team: Team }) {
  const search = useSearch();
  const { from = urls.day } = fromPage(search);
  const id = useTeamId() ?? '';
  const role = useRole();
  const { today } = useTodayOfTeam(id, team);
  const shown = isIsoDate(search.date) ? search.date : today;
  const list = useWeek(id, shown);
  const templates = useTemplates(id);
  const isKnown = list.rows !== undefined && (templates.rows !== undefined || templates.error !== undefined);
  const rows = isKnown
    ? weekRows({ from: shown, today, team, layouts: list.rows ?? [], templates: templates.rows ?? [] })
    : undefined;
  const newLayoutOn = (day: IsoDate) => withReturnPath(`${urls.newLayout}?date=${day}`, from);
  return (
    <Page
      title="Layouts"
      actions={
        mayRunTheDay(role) && (
          <>
            {mayManage(role) && <ButtonLink href={urls.templates}>Edit Templates</ButtonLink>}
            <ButtonLink
              variant="primary"
              href={newLayoutOn((rows && firstMissing(rows, today)) ?? shown)}
              id={newLayoutId}
              icon={<IconPlus />}
            >
              New Layout
            </ButtonLink>
          </>
        )
      }
    >
      <Stack>
        <Guide />
        <DateStepper
          date={shown}
          today={today}
          onDate={(day) => setSearch(urls.layouts, { ...fromPage(search), date: day })}
        />
        <ListProblem list={list} />
        {rows && templates.rows && team.laysTomorrow && mayRunTheDay(role) && (
          <MissingTemplates team={team} today={today} rows={rows} templates={templates.rows} />
        )}
        {!rows && !list.error && <Loading />}
        {rows && <LayoutTable key={shown} {...{ rows, today, team, from, newLayoutOn }} />}
      </Stack>
    </Page>
  );
}

type MissingTemplatesProps = {
  team: Team;
  today: IsoDate;
  rows: readonly WeekRow[];
  templates: readonly TemplateRow[];
};

/** Areas whose layout isn't made automatically, because the template of the weekday is gone. */
function MissingTemplates({ team, today, rows, templates }: MissingTemplatesProps) {
  const mayChoose = mayManage(useRole());
  const dates = [...new Set(rows.map(({ date }) => date))].filter((date) => date >= today);
  return dates.map((date) => {
    const areas = team.areas.filter((area) => {
      const template = templateOn(team.weekdays ?? [], date, area);
      const isThere = templates.some((row) => row.id === template && row.area === area);
      const isLaid = rows.some((row) => row.date === date && row.layout?.area === area);
      return template !== undefined && !isThere && !isLaid;
    });
    if (areas.length === 0) return null;
    return (
      <Alert
        key={date}
        tone="warning"
        action={mayChoose && <ButtonLink href={urls.templates}>Choose Template</ButtonLink>}
      >
        {`The template for ${weekday(date)}s in ${areas.join(', ')} was deleted, so this layout isn’t made automatically.`}
      </Alert>
    );
  });
}

type DateStepperProps = { date: IsoDate; today: IsoDate; onDate: (date: IsoDate) => void };

function DateStepper({ date, today, onDate }: DateStepperProps) {
  return (
    <Actions>
      <IconButton
        label="Previous Week"
        icon={<IconChevronLeft />}
        onPress={() => onDate(addDays(date, -daysShown))}
      />
      <TextField
        label="Date"
        isLabelHidden
        type="date"
        value={date}
        // an incomplete date is empty: keep the current day
        onChange={(typed) => isIsoDate(typed) && onDate(typed)}
      />
      <IconButton
        label="Next Week"
        icon={<IconChevronRight />}
        onPress={() => onDate(addDays(date, daysShown))}
      />
      <Button isDisabled={date === today} onPress={() => onDate(today)}>
        Today
      </Button>
    </Actions>
  );
}
