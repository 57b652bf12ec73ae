import { useEffect, useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import {
  type FoundLocation,
  type ScheduleConnection,
  type ScheduleProvider,
  saveConnection,
  testConnection,
} from '../../../contract/schedule.ts';
import { byId } from '../../../domain/list/list.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { parseMinutes } from '../../../domain/team/team.ts';
import { Button, QuietButton } from '../../ui/button/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/form/form.tsx';
import { Alert, Badge } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Card } from '../../ui/page/page.tsx';
import { SubmitForm, useForm } from '../forms/submit.tsx';
import { browserTimeZone, timeZones } from '../forms/time-zones.ts';
import { useClient, useTeam } from '../page/client-context.tsx';
import { providerText } from './provider-text.ts';

const t = words('schedule');
const page = words('page');

type ConnectionFormProps = {
  team: string;
  provider: ScheduleProvider;
  connection?: ScheduleConnection;
  onDone: () => void | Promise<void>;
  onCancel: () => void;
};

type Location = NonNullable<ScheduleConnection['location']>;

type ScheduleLocation = Pick<ScheduleConnection, 'location' | 'timeZone'>;

/** Everything about how a team is connected to a provider; its own fields come from the provider's description. */
export function ConnectionForm({ team, provider, connection, onDone, onCancel }: ConnectionFormProps) {
  const client = useClient();
  const body = useTeam();
  const teamZone = body.state === 'ready' ? body.body.timeZone : browserTimeZone();
  const [settings, setSettings] = useState<Record<string, string>>(connection?.settings ?? {});
  const [locations, setLocations] = useState<readonly FoundLocation[] | null>(null);
  const [place, setPlace] = useState<ScheduleLocation>({
    location: connection?.location ?? null,
    timeZone: connection?.timeZone ?? teamZone,
  });
  const form = useForm(
    {
      isUnderstood: connection !== undefined || provider.risk === null,
      isAutomatic: typeof connection?.everyMinutes === 'number',
      everyMinutes: String(connection?.everyMinutes ?? 60),
      takesAlone: connection?.takesAlone ?? false,
    },
    [...provider.fields.map(({ name }) => name), 'location', 'timeZone', 'everyMinutes'],
  );
  const { isUnderstood, isAutomatic, takesAlone } = form.values;
  const [isTesting, setTesting] = useState(false);
  const testing = useRef<AbortController>(null);
  const { location, timeZone } = place;
  const choices = locations ?? (location ? [location] : []);

  // who goes away ends the question
  useEffect(() => () => testing.current?.abort(), []);

  /** Signs in there, and says which place that leaves chosen; the next question ends this one. */
  async function find(): Promise<Outcome<ScheduleLocation & { isOneOfMany: boolean }>> {
    testing.current?.abort();
    const asking = new AbortController();
    testing.current = asking;
    const params = { team, provider: provider.key };
    const found = await client.call(testConnection, { params, body: { settings } }, asking.signal);
    if (!found.ok) return found;
    const { locations } = found.value;
    const chosen = placeAmong(locations, place);
    setLocations(locations);
    setPlace(chosen);
    return done({ ...chosen, isOneOfMany: locations.length > 1 });
  }

  async function test() {
    setTesting(true);
    const found = isUnderstood ? await find() : refuse('risk-not-understood');
    if (!found.ok && found.problem.code === 'call-cancelled') return;
    setTesting(false);
    await form.attempt(() => found);
  }

  async function save() {
    testing.current?.abort();
    setTesting(false);
    if (!isUnderstood) return refuse('risk-not-understood');
    // an account can have several stores, also where nobody tested it
    const isKnown = locations !== null || connection !== undefined;
    const found = isKnown ? done({ ...place, isOneOfMany: choices.length > 1 }) : await find();
    if (!found.ok) return found;
    const { isOneOfMany, ...chosen } = found.value;
    if (isOneOfMany && !chosen.location) return refuse('location-missing', { field: 'location' });
    const everyMinutes = isAutomatic ? parseMinutes(form.values.everyMinutes) : null;
    return client.call(saveConnection, {
      params: { team, provider: provider.key },
      body: { settings, ...chosen, everyMinutes, takesAlone: isAutomatic && takesAlone },
    });
  }

  function finish() {
    const said = { name: provider.name };
    showToast({ text: connection ? t('provider-updated', said) : t('provider-connected', said) });
    return onDone();
  }

  return (
    <Card title={t('connection')} isPadded>
      <SubmitForm
        form={form}
        label={t('connection')}
        action={t('save')}
        work={save}
        onDone={finish}
        footer={<QuietButton onPress={onCancel}>{page('cancel')}</QuietButton>}
      >
        {provider.risk && (
          <>
            <Alert tone="warning">{providerText(`risk-${provider.key}`, provider.risk)}</Alert>
            {!connection && <Checkbox label={t('understand')} {...form.checkbox('isUnderstood')} />}
          </>
        )}
        <ConnectionFields
          provider={provider.key}
          fields={provider.fields}
          kept={connection?.secrets ?? []}
          values={settings}
          onChange={(name, value) => setSettings((before) => ({ ...before, [name]: value }))}
          errorAt={form.at}
        />
        <Actions>
          <Button onPress={test}>{t('test')}</Button>
          <span role="status">
            {isTesting
              ? t('testing')
              : locations && !form.isBusy && !form.whole
                ? whatWasFound(locations)
                : ''}
          </span>
        </Actions>
        {choices.length > 1 || location ? (
          <SelectField
            label={t('location')}
            name="location"
            value={location?.id ?? ''}
            placeholder={t('choose-location')}
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setPlace(moved(place, byId(choices, id)))}
            error={form.at('location')}
          />
        ) : null}
        <SelectField
          label={t('time-zone')}
          name="timeZone"
          value={timeZone}
          options={timeZones(timeZone)}
          onChange={(timeZone) => setPlace({ ...place, timeZone })}
          error={form.at('timeZone')}
        />
        <Checkbox
          label={t('check-automatically')}
          description={t('check-hint')}
          {...form.checkbox('isAutomatic')}
        />
        {isAutomatic && (
          <>
            <TextField
              label={t('check-every')}
              inputMode="numeric"
              description={t('check-between')}
              {...form.field('everyMinutes')}
            />
            <Checkbox
              label={t('apply-automatically')}
              description={t('apply-hint')}
              {...form.checkbox('takesAlone')}
            />
          </>
        )}
      </SubmitForm>
    </Card>
  );
}

/** The only store of an account needs no question, and stays the one when another is added there later. */
function placeAmong(locations: readonly FoundLocation[], before: ScheduleLocation): ScheduleLocation {
  const known = locations.find(({ id }) => id === before.location?.id);
  return moved(before, known ?? (locations.length === 1 ? locations[0] : undefined));
}

/** Another location brings its own time zone; the one chosen already leaves what a person picked. */
function moved(
  before: ScheduleLocation,
  to: (Location & Partial<FoundLocation>) | undefined,
): ScheduleLocation {
  const isAnother = to?.id !== before.location?.id;
  return {
    location: to ? { id: to.id, name: to.name } : null,
    timeZone: (isAnother && to?.timeZone) || before.timeZone,
  };
}

function whatWasFound(locations: readonly Location[]): string {
  const [first] = locations;
  if (locations.length > 1) return t('found-many', { count: locations.length });
  return first ? t('found-one', { name: first.name }) : t('found-none');
}

type Field = ScheduleProvider['fields'][number];

type ConnectionFieldsProps = {
  provider: string;
  fields: readonly Field[];
  /** Names of the secrets that the server has; they are never shown. */
  kept: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  errorAt: (name: string) => string | undefined;
};

function ConnectionFields({ provider, fields, kept, values, onChange, errorAt }: ConnectionFieldsProps) {
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  return fields.map(({ name, kind, isSecret, isRequired, ...english }) => {
    const label = providerText(`field-${provider}-${name}`, english.label);
    const help = providerText(`help-${provider}-${name}`, english.help);
    const error = errorAt(name);
    const isKept = isSecret && kept.includes(name) && !replaced.includes(name) && !error;
    if (isKept) {
      return (
        <Actions key={name}>
          <span className="field__label">{label}</span>
          <Badge tone="done">{t('secret-saved')}</Badge>
          <Button aria-label={t('replace-named', { label })} onPress={() => setReplaced([...replaced, name])}>
            {t('replace')}
          </Button>
        </Actions>
      );
    }
    return (
      <TextField
        key={name}
        label={isRequired ? label : t('optional', { label })}
        name={name}
        type={isSecret ? 'password' : kind === 'address' ? 'url' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        autoFocus={replaced.includes(name)}
        description={help || undefined}
        value={values[name] ?? ''}
        onChange={(value) => onChange(name, value)}
        error={error}
      />
    );
  });
}
