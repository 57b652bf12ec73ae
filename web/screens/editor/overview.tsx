import { showDate, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { savedText, showProblem } from '../../parts/forms/change-toast.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { asSomeone } from '../../parts/kiosk/unlock-first.ts';
import { useNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { NotesEditor } from '../../parts/notes/notes-editor.tsx';
import { NotesView } from '../../parts/notes/notes-view.tsx';
import {
  useBoard,
  useClient,
  useMe,
  useObservable,
  useReadyLayout,
  useRole,
  useTeamId,
} from '../../parts/page/client-context.tsx';
import { useHold, useOthers } from '../../parts/presence/use-presence.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Alert, Badge } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { LaidNotice } from './laid-notice.tsx';

const t = words('editor');
const page = words('page');

const inNotes = { notes: true } as const;

export function OverviewScreen() {
  const layout = useReadyLayout();
  const client = useClient();
  const team = useTeamId() ?? '';
  const document = useObservable(client.choices.layout) ?? '';
  const mayEdit = mayRunTheDay(useRole());
  const [draft, setDraft] = useNotesDraft(document);
  useHold(draft ? inNotes : null);

  function save() {
    if (!draft) return;
    const outcome = client.open('layout', team, document).change({ type: 'notes.edit', ...draft });
    if (!outcome.ok) return void showProblem(outcome.problem);
    setDraft(null);
    showToast({ ...savedText(t('notes-saved')), change: outcome.value.id });
  }

  return (
    <Page title={page('overview')} windowTitle={t('overview-of', { date: showDate(layout.date) })}>
      <Stack>
        <Guide />
        <Actions>
          <span>{weekday(layout.date)}</span>
          <Badge>{layout.area}</Badge>
        </Actions>
        <BoardNotice layout={layout} />
        <LaidNotice layout={layout} />
        {mayEdit ? (
          <>
            <NotesWriter />
            <NotesEditor
              label={t('shift-notes')}
              placeholder={t('notes-placeholder')}
              notes={layout.notes}
              draft={draft}
              onDraft={setDraft}
            />
            <Actions>
              <Button variant="primary" isDisabled={!draft} onPress={() => asSomeone(client, save)}>
                {t('save')}
              </Button>
            </Actions>
          </>
        ) : (
          <Card title={t('shift-notes-title')} isPadded>
            <NotesView notes={layout.notes} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}

const nameOf = ({ date, area }: Layout): string => `${weekday(date)} ${showDate(date)} · ${area}`;

/** That the day view is on another layout than the editor, as it is after a layout for another day was created. */
function BoardNotice({ layout }: { layout: Layout }) {
  const { choices } = useClient();
  const open = useObservable(choices.layout);
  const isBoard = useObservable(choices.board) === open;
  const board = useBoard();
  if (isBoard || open === null || board.state !== 'ready') return null;

  function select(chosen: string) {
    choices.chooseLayout(chosen);
    showToast({ text: t('day-view-shows', { layout: nameOf(layout) }) });
  }

  return (
    <Alert action={<Button onPress={() => select(open)}>{t('select')}</Button>}>
      {t('day-view-stays', { layout: nameOf(board.body) })}
    </Alert>
  );
}

function NotesWriter() {
  const others = useOthers();
  const me = useMe()?.user?.id;
  const writer = others.find(({ holds }) => holds.notes);
  if (!writer) return null;
  return (
    <p className="hint notes-writer">
      {writer.person === me ? t('you-write-elsewhere') : t('writes-here', { name: writer.name })}
    </p>
  );
}
