import { mayRunTheDay } from '../../../domain/access.ts';
import { showDate, weekday } from '../../../domain/date.ts';
import type { Layout } from '../../../domain/layout.ts';
import { useClient, useLayout, useReadable, useRole, useTeamId } from '../../parts/client-context.tsx';
import { useNotesDraft } from '../../parts/notes-drafts.ts';
import { NotesEditor } from '../../parts/notes-editor.tsx';
import { NotesView } from '../../parts/notes-view.tsx';
import { showProblem } from '../../parts/problem-toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Actions, Page, Stack } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The day's date, area and shift notes. */
export function OverviewScreen() {
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return <Overview layout={layout.body} />;
}

function Overview({ layout }: { layout: Layout }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const document = useReadable(client.choices.layout) ?? '';
  const mayEdit = mayRunTheDay(useRole());
  const [draft, setDraft] = useNotesDraft(document);

  function save() {
    if (!draft) return;
    const outcome = client.open('layout', team, document).change({ type: 'notes.edit', ...draft });
    if (!outcome.ok) return void showProblem(outcome.problem);
    setDraft(null);
    showToast({ text: 'Notes saved' });
  }

  return (
    <Page title="Overview" windowTitle={`${showDate(layout.date)} overview`}>
      <Stack>
        <Actions>
          <span>{weekday(layout.date)}</span>
          <Badge>{layout.area}</Badge>
        </Actions>
        {mayEdit ? (
          <>
            <NotesEditor
              label="Shift notes"
              placeholder="What the team should know today"
              notes={layout.notes}
              draft={draft}
              onDraft={setDraft}
            />
            <Actions>
              <Button variant="primary" isDisabled={!draft} onPress={save}>
                Save
              </Button>
            </Actions>
          </>
        ) : (
          <Card title="Shift Notes" isPadded>
            <NotesView notes={layout.notes} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
