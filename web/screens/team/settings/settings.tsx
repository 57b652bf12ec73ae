import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { type ReactNode, useState } from 'react';
import type { LiveDocument, Made } from '../../../../client/document/document-view.ts';
import { showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { uploadLogo } from '../../../../contract/teams.ts';
import type { TeamChange } from '../../../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { formatsOf, logoSource, parseMinutes, type Team } from '../../../../domain/team/team.ts';
import {
  clockFormats,
  dateFormats,
  formatDate,
  formatTime,
  sampleDate,
  sampleTime,
} from '../../../../domain/time/formats.ts';
import { writtenOut } from '../../../../domain/time/typed-times.ts';
import {
  changeWithToast,
  type SaidChange,
  savedText,
  showChangeToast,
} from '../../../parts/forms/change-toast.ts';
import { DayFields, dayLabels } from '../../../parts/forms/day-fields.tsx';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { lazyPart } from '../../../parts/page/lazy-screen.tsx';
import { brandVariables, contrast, parseColor, surfaces } from '../../../styles/theme.ts';
import { Button, QuietButton } from '../../../ui/button/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { FormRow, SelectField, TextField } from '../../../ui/form/form.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { focusNextRow } from '../../../ui/page/focus.ts';
import { Card, Row } from '../../../ui/page/page.tsx';
import type { LogoFile } from './logo-file.ts';
import './settings.css';

const t = words('team');

/** For settings that were saved as they are. */
const unchanged: SaidChange = { id: null, undo: null };

type SettingsCardProps<Saved extends object> = {
  title: string;
  form: ReturnType<typeof useForm<Saved>>;
  labels: Readonly<Record<keyof Saved, string>>;
  work: () => Outcome<SaidChange> | Promise<Outcome<SaidChange>>;
  footer?: ReactNode;
  children: ReactNode;
};

/** What is typed stays when others save something else; who saves it is told first. */
function SettingsCard<Saved extends object>(props: SettingsCardProps<Saved>) {
  const { title, form, labels, work, footer, children } = props;
  const { conflicts, saved } = form;
  const what = conflicts
    .map((name) => t('changed-to', { what: labels[name], value: String(saved[name]) }))
    .join(', ');

  function finish(made: SaidChange) {
    form.reset();
    showChangeToast(made, savedText(t('settings-saved', { what: title })));
  }

  return (
    <Card title={title} isPadded>
      <SubmitForm
        form={form}
        label={title}
        action={t('save')}
        work={work}
        onDone={finish}
        footer={
          <>
            <QuietButton onPress={() => form.reset()}>{t('cancel')}</QuietButton>
            {footer}
          </>
        }
      >
        {children}
        {conflicts.length > 0 && (
          <Alert
            tone="warning"
            action={<Button onPress={() => form.reset(conflicts)}>{t('use-theirs')}</Button>}
          >
            {t('changed-by-others', { what })}
          </Alert>
        )}
      </SubmitForm>
    </Card>
  );
}

interface SettingsTexts {
  readonly name: string;
  readonly breakMinMinutes: string;
  readonly breakTimerMinutes: string;
  readonly dayStart: string;
  readonly timeZone: string;
}

export const settingsTexts = (team: Team): SettingsTexts => ({
  name: team.name,
  breakMinMinutes: String(team.breakMinMinutes),
  breakTimerMinutes: String(team.breakTimerMinutes),
  dayStart: showTime(team.dayStart),
  timeZone: team.timeZone,
});

export function settingsChanges(team: Team, typed: SettingsTexts): TeamChange[] {
  const breakMinMinutes = parseMinutes(typed.breakMinMinutes);
  const breakTimerMinutes = parseMinutes(typed.breakTimerMinutes);
  const dayStart = writtenOut(typed.dayStart, formatsOf(team).clock === 'H:mm');
  const { timeZone } = typed;
  const changes: TeamChange[] = [];
  if (typed.name !== team.name) changes.push({ type: 'team.rename', name: typed.name });
  if (breakMinMinutes !== team.breakMinMinutes || breakTimerMinutes !== team.breakTimerMinutes) {
    changes.push({ type: 'team.breaks', breakMinMinutes, breakTimerMinutes });
  }
  if (dayStart !== team.dayStart || timeZone !== team.timeZone) {
    changes.push({ type: 'team.day', dayStart, timeZone });
  }
  return changes;
}

type SettingsProps = { id: string; team: Team };

export const DaySettings = (props: SettingsProps) => (
  <>
    <SettingsForm {...props} />
    <Areas {...props} />
  </>
);

export const LookSettings = (props: SettingsProps) => (
  <>
    <FormatsForm {...props} />
    <ThemeForm {...props} />
    <LogoForm {...props} />
  </>
);

function SettingsForm({ id, team }: SettingsProps) {
  const client = useClient();
  const labels = { name: t('team-name'), ...dayLabels() };
  const form = useForm({ ...settingsTexts(team) });

  function save() {
    const changes = settingsChanges(team, form.values);
    return changes.length > 0
      ? client.open('team', id, id).change({ type: 'batch', changes })
      : done(unchanged);
  }

  return (
    <SettingsCard title={t('settings')} form={form} labels={labels} work={save}>
      <TextField label={labels.name} {...form.field('name')} />
      <DayFields form={form} />
    </SettingsCard>
  );
}

function FormatsForm({ id, team }: SettingsProps) {
  const client = useClient();
  const form = useForm({ ...formatsOf(team) });
  const labels = { clock: t('time-format'), date: t('date-format') };

  return (
    <SettingsCard
      title={t('times-and-dates')}
      form={form}
      labels={labels}
      work={() => client.open('team', id, id).change({ type: 'team.formats', ...form.values })}
    >
      <FormRow>
        <SelectField
          label={labels.clock}
          {...form.field('clock')}
          options={clockFormats.map((value) => ({ value, label: formatTime(sampleTime, value) }))}
        />
        <SelectField
          label={labels.date}
          {...form.field('date')}
          options={dateFormats.map((value) => ({ value, label: formatDate(sampleDate, value) }))}
        />
      </FormRow>
    </SettingsCard>
  );
}

const RenameArea = lazyPart(() => import('../dialogs.tsx'), 'RenameArea');

function Areas({ id, team }: SettingsProps) {
  const document = useClient().open('team', id, id);
  const [renamed, setRenamed] = useState<string | null>(null);

  function remove(area: string) {
    if (changeWithToast(document, { type: 'area.delete', area })) focusNextRow();
  }

  return (
    <Card title={t('areas')} foot={<AddArea document={document} />}>
      <ul className="areas">
        {team.areas.map((area) => (
          <Row as="li" key={area} label={area}>
            <Button aria-label={t('rename-named', { name: area })} onPress={() => setRenamed(area)}>
              {t('rename')}
            </Button>
            <Button
              variant="danger"
              aria-label={t('delete-named', { name: area })}
              onPress={() => remove(area)}
            >
              {t('delete')}
            </Button>
          </Row>
        ))}
      </ul>
      {renamed !== null && (
        <RenameArea document={document} areas={team.areas} area={renamed} onClose={() => setRenamed(null)} />
      )}
    </Card>
  );
}

function AddArea({ document }: { document: LiveDocument<Team> }) {
  const form = useForm({ areas: '' });

  function finish(made: Made) {
    form.reset();
    showChangeToast(made);
  }

  return (
    <SubmitForm
      form={form}
      label={t('add-area')}
      action={t('add-area')}
      variant="secondary"
      work={() => document.change({ type: 'area.add', name: form.values.areas })}
      onDone={finish}
    >
      <TextField label={t('new-area')} {...form.field('areas')} />
    </SubmitForm>
  );
}

// text on the color is always readable, but a button can be hard to see against the page
const lowContrast = 1.25;

type SampleProps = { mode: 'light' | 'dark'; color: string | undefined; teamName: string };

function Sample({ mode, color, teamName }: SampleProps) {
  const variables = modeVariables(mode, color);
  const { '--brand': brand = '', '--card': card = '' } = variables;
  return (
    <figure>
      <div className="theme-preview__page" style={variables} role="img" aria-label={t('sample-of', { mode })}>
        <span className="actions theme-preview__header">
          <span className="theme-preview__logo">
            <IconLayoutBoard aria-hidden="true" />
          </span>
          <span className="one-line">{teamName}</span>
        </span>
        <span className="actions theme-preview__row">
          <span className="theme-preview__button">{t('sample-save')}</span>
          <span className="theme-preview__pill">{t('sample-lunch')}</span>
          <span className="theme-preview__link">{t('sample-link')}</span>
        </span>
      </div>
      <figcaption className="hint">
        {t(`mode-${mode}`)} · {t(contrast(brand, card) < lowContrast ? 'hard-to-see' : 'easy-to-read')}
      </figcaption>
    </figure>
  );
}

function ThemeForm({ id, team }: SettingsProps) {
  const client = useClient();
  const form = useForm({ primaryColor: team.primaryColor ?? '' });
  const field = form.field('primaryColor');
  const typed = field.value;
  const color = parseColor(typed);

  return (
    <SettingsCard
      title={t('theme')}
      form={{ ...form, saved: { primaryColor: form.saved.primaryColor || t('the-default-blue') } }}
      labels={{ primaryColor: t('the-color') }}
      work={() => {
        const primaryColor = typed.trim() === '' ? null : (color ?? typed);
        return client.open('team', id, id).change({ type: 'team.theme', primaryColor });
      }}
      footer={<Button onPress={() => field.onChange('')}>{t('default-blue')}</Button>}
    >
      <FormRow>
        <TextField
          label={t('color')}
          spellCheck={false}
          placeholder={t('default-blue-value')}
          description={t('color-about')}
          {...field}
        />
        <TextField
          label={t('pick-color')}
          type="color"
          value={color ?? brandVariables()['--brand-light'] ?? ''}
          onChange={field.onChange}
        />
      </FormRow>
      <FormRow>
        <Sample mode="light" color={color} teamName={team.name} />
        <Sample mode="dark" color={color} teamName={team.name} />
      </FormRow>
    </SettingsCard>
  );
}

/** What a part of the page needs around it to look as it would in that mode, in the team's color. */
export function modeVariables(mode: 'light' | 'dark', primaryColor?: string): Record<string, string> {
  const brand = brandVariables(primaryColor);
  const variables: Record<string, string> = { 'color-scheme': mode };
  for (const [name, value] of Object.entries(surfaces[mode])) variables[`--${name}`] = value;
  for (const name of ['brand', 'on-brand', 'brand-ink', 'brand-soft']) {
    variables[`--${name}`] = brand[`--${name}-${mode}`] ?? '';
  }
  return variables;
}

const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

function LogoForm({ id, team }: SettingsProps) {
  const client = useClient();
  const isUploaded = team.logoUrl?.startsWith('/') ?? false;
  // with an uploaded logo the URL field is empty, which doesn't mean to remove the logo
  const form = useForm({
    logoUrl: isUploaded ? '' : (team.logoUrl ?? ''),
    logoFile: null as LogoFile | null,
  });
  const { logoUrl, logoFile: file } = form.values;
  const [broken, setBroken] = useState<string | null>(null);
  const picture = file?.url ?? (team.logoUrl && logoSource(id, team.logoUrl));
  const isBroken = picture !== null && picture === broken;
  const said = t(isBroken ? 'image-broken' : picture === null ? 'no-logo' : 'current-logo');
  const document = client.open('team', id, id);
  const address = form.field('logoUrl');

  async function choose(chosen: File) {
    const read = await form.attempt(async () =>
      (await import('./logo-file.ts')).prepareLogo(chosen, logoTypes),
    );
    form.field('logoFile').onChange(read ?? null);
    if (read) address.onChange(form.saved.logoUrl);
  }

  async function save() {
    if (!file) {
      return logoUrl.trim() === form.saved.logoUrl
        ? done(unchanged)
        : document.change({ type: 'team.logo', logoUrl: logoUrl.trim() || null });
    }
    const sent = await client.call(uploadLogo, { params: { team: id }, body: { base64: file.base64 } });
    if (sent.ok) return done(unchanged);
    return sent.problem.code.startsWith('image-')
      ? refuse(sent.problem.code, { ...sent.problem, field: 'logoFile' })
      : sent;
  }

  function remove() {
    form.reset();
    changeWithToast(document, { type: 'team.logo', logoUrl: null });
  }

  return (
    <SettingsCard
      title={t('logo')}
      form={form}
      labels={{ logoUrl: t('the-address'), logoFile: '' }}
      work={save}
      footer={
        team.logoUrl !== null && (
          <Button variant="danger" onPress={remove}>
            {t('remove-logo')}
          </Button>
        )
      }
    >
      <div className="actions quiet">
        <LogoPicture url={isBroken ? null : picture} onBroken={() => setBroken(picture)} />
        <p>{file ? t('not-saved') : said}</p>
      </div>
      <FileDrop
        label={t('upload-logo')}
        description={t('upload-logo-about')}
        accept={logoTypes.join(',')}
        fileName={file?.name}
        error={form.at('logoFile')}
        onFile={choose}
      />
      <TextField
        label={t('logo-url')}
        type="url"
        placeholder="https://"
        description={t('logo-url-about')}
        {...address}
        onChange={(typed) => {
          form.field('logoFile').onChange(null);
          address.onChange(typed);
        }}
      />
    </SettingsCard>
  );
}

function LogoPicture({ url, onBroken }: { url: string | null; onBroken: () => void }) {
  return (
    <span className="logo-form__picture">
      {url === null ? (
        <IconLayoutBoard aria-hidden="true" />
      ) : (
        <img src={url} alt={t('logo')} onError={onBroken} />
      )}
    </span>
  );
}
