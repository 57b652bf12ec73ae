import { useRef, useState } from 'react';
import type { NamedCalendar } from '../../../../client/files/calendar-archive.ts';
import type { Sheet } from '../../../../client/files/schedule-file.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import { type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { useReadyLayout } from '../../../parts/page/client-context.tsx';
import { lazyScreen } from '../../../parts/page/lazy-screen.tsx';
import { useTyped } from '../../../parts/page/use-typed.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { Field } from '../../../ui/form/form.tsx';
import { Loading } from '../../../ui/message/message.tsx';
import { useListener } from '../../../ui/page/events.ts';
import { Actions, Page, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';

const t = words('editor');
const page = words('page');

type PasteBoxProps = {
  isRead: boolean;
  onFile: (file: File) => void;
};

const pastedName = 'Pasted text';
const fileOf = (text: string): File => new File([text], pastedName, { type: 'text/plain' });

function PasteBox({ isRead, onFile }: PasteBoxProps) {
  const [typed, setTyped] = useTyped('');
  const [read, setRead] = useState(isRead ? typed : '');
  useListener('paste', (event) => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest('input:not([type="file"]), textarea, select')) return;
    const file = clipboardData?.files[0];
    const text = clipboardData?.getData('text/plain') ?? '';
    if (!file && text.trim() === '') return;
    event.preventDefault();
    if (file) onFile(file);
    else readText(text);
  });

  function readText(text: string) {
    setTyped(text);
    setRead(text);
    onFile(fileOf(text));
  }

  return (
    <>
      <Field label={t('paste-schedule')} description={t('paste-hint')}>
        {(control) => (
          <textarea
            {...control}
            className="field__control"
            rows={Math.min(10, Math.max(3, typed.split('\n').length))}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              const text = event.target.value;
              const isPasted = (event.nativeEvent as InputEvent).inputType === 'insertFromPaste';
              if (isPasted || (typed === '' && text.trim().includes('\n'))) readText(text);
              else setTyped(text);
            }}
          />
        )}
      </Field>
      {typed.trim() !== '' && typed !== read && (
        <Actions>
          <Button variant="primary" onPress={() => readText(typed)}>
            {t('read-text')}
          </Button>
        </Actions>
      )}
    </>
  );
}

// loaded once a file is chosen, like what reads it
const TableImport = lazyScreen(() => import('./file-review.tsx'), 'TableImport', Loading);
const CalendarImport = lazyScreen(() => import('./calendar-import.tsx'), 'CalendarImport', Loading);

interface Chosen {
  /** Counts choices, so that choosing the same file again starts over. */
  readonly nth: number;
  readonly name: string;
  readonly contents: Outcome<FileContents>;
}

type FileContents = { readonly sheets: readonly Sheet[] } | { readonly calendars: readonly NamedCalendar[] };

export function ImportShiftsScreen() {
  const layout = useReadyLayout();
  // goes on with the layout of another of its dates
  const [chosen, setChosen] = useTyped<Chosen | undefined>(undefined, 'file');
  const [problem, setProblem] = useState<string>();
  const latest = useRef(chosen?.nth ?? 0);

  async function parse(file: File): Promise<Outcome<FileContents>> {
    const { loadCalendars } = await import('../../../../client/files/calendar-archive.ts');
    const calendars = await loadCalendars(file);
    if (calendars) return calendars.ok ? { ok: true, value: { calendars: calendars.value } } : calendars;
    const { parseScheduleFile } = await import('../../../../client/files/schedule-file.ts');
    const sheets = await parseScheduleFile(file);
    if (!sheets.ok && sheets.problem.code === 'file-not-a-table' && file.name === pastedName)
      return refuse('text-without-shifts');
    return sheets.ok ? { ok: true, value: { sheets: sheets.value } } : sheets;
  }

  async function choose(file: File) {
    latest.current += 1;
    const nth = latest.current;
    setProblem(undefined);
    setChosen(undefined);
    const contents = await parse(file);
    // another file may have been chosen in the meantime
    if (latest.current === nth) setChosen({ nth, name: file.name, contents });
  }

  const contents = chosen?.contents.ok ? chosen.contents.value : undefined;
  return (
    <Page title={t('import-file')}>
      <Stack>
        <PasteBox isRead={chosen !== undefined} onFile={choose} />
        <FileDrop
          label={t('schedule-file')}
          description={t('file-kinds')}
          accept=".csv,.tsv,.txt,.xlsx,.ics,.zip,text/csv,text/tab-separated-values,text/calendar"
          fileName={chosen?.name === pastedName ? t('pasted-text') : chosen?.name}
          error={chosen && !chosen.contents.ok ? sentence(chosen.contents.problem) : problem}
          onFile={choose}
        />
        {chosen && <span hidden data-unsaved />}
        {!contents && (
          <Actions>
            <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
          </Actions>
        )}
        {contents && 'sheets' in contents && (
          <TableImport key={chosen?.nth} layout={layout} sheets={contents.sheets} onProblem={setProblem} />
        )}
        {contents && 'calendars' in contents && (
          <CalendarImport
            key={chosen?.nth}
            layout={layout}
            calendars={contents.calendars}
            onProblem={setProblem}
          />
        )}
      </Stack>
    </Page>
  );
}
