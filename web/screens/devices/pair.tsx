import { useEffect, useEffectEvent, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { approvePairing, denyPairing, findPairing, listDevices } from '../../../contract/devices.ts';
import type { Response } from '../../../contract/endpoint.ts';
import { type DeviceRole, parseCode } from '../../../domain/team/device.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient, useMe, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { DeviceFields } from './device-fields.tsx';
import { freeName } from './free-name.ts';

const t = words('devices');

/** On a manager's phone: the code that a screen shows makes it the team's. */
export function PairScreen() {
  const me = useMe();
  const client = useClient();
  const team = useTeamId();
  const managed = me?.teams.filter(({ role }) => mayManage(role)) ?? [];
  const [first] = managed;
  const isManaged = managed.some(({ id }) => id === team);
  useEffect(() => {
    if (!isManaged && first) client.choices.chooseTeam(first.id);
  }, [client, isManaged, first]);
  if (!first) {
    return (
      <Page title={t('pair-a-screen')} width="narrow">
        <Alert>{t('managers-pair')}</Alert>
      </Page>
    );
  }
  return <PairForm key={team} teams={managed} />;
}

function codeInAddress(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

type Found = Response<typeof findPairing>;

function PairForm({ teams }: { teams: readonly { id: string; name: string }[] }) {
  const client = useClient();
  const id = useTeamId() ?? '';
  const team = useTeam();
  const form = useFormOutcome('code', 'name', 'area');
  const [code, setCode] = useState(codeInAddress);
  const [found, setFound] = useState<Found | null>(null);
  const [typedName, typeName] = useState<string | null>(null);
  const [proposed, propose] = useState('');
  const [chosenArea, chooseArea] = useState<string | null | undefined>();
  const [role, setRole] = useState<DeviceRole>('lead');
  const [paired, setPaired] = useState<string | null>(null);
  const whole = parseCode(code);

  const find = useEffectEvent(async () => {
    const answer = await form.attempt(() =>
      client.call(findPairing, { params: { team: id }, body: { code: whole } }),
    );
    if (!answer) return;
    setFound(answer);
    const devices = await client.call(listDevices, { params: { team: id } });
    const taken = devices.ok ? devices.value.devices.map(({ name }) => name) : [];
    propose(freeName(t(answer.kind === 'wall' ? 'wall' : 'kiosk'), taken));
  });
  useEffect(() => {
    setFound(null);
    if (whole !== '') void find();
  }, [whole]);

  if (team.state !== 'ready') return <NotReady title={t('pair-a-screen')} view={team} />;
  const { areas } = team.body;
  const area = chosenArea === undefined ? (areas[0] ?? null) : chosenArea;
  const name = typedName ?? proposed;

  if (paired !== null) {
    return (
      <Page title={t('paired')} width="narrow">
        <Stack>
          <p role="status">{t('paired-shows', { name: paired, team: team.body.name })}</p>
          <Actions>
            <ButtonLink variant="primary" href={urls.devices}>
              {t('devices')}
            </ButtonLink>
            <Button onPress={() => again()}>{t('pair-another')}</Button>
          </Actions>
        </Stack>
      </Page>
    );
  }

  function again() {
    window.history.replaceState(window.history.state, '', urls.pair);
    setCode('');
    setPaired(null);
    typeName(null);
  }

  // stays while somebody signs in or chooses another team
  function type(next: string) {
    window.history.replaceState(window.history.state, '', `#${encodeURIComponent(next)}`);
    setCode(next);
  }

  const approve = () =>
    client.call(approvePairing, {
      params: { team: id },
      body: { code: whole || code, name, area, role: found?.kind === 'kiosk' ? role : 'viewer' },
    });

  async function refuse() {
    const done = await form.attempt(() =>
      client.call(denyPairing, { params: { team: id }, body: { code: whole } }),
    );
    if (done) again();
  }

  return (
    <Page title={t('pair-a-screen')} width="narrow">
      <SubmitForm
        form={form}
        action={t('pair')}
        isDisabled={!found}
        work={approve}
        onDone={({ device }) => setPaired(device.name)}
        footer={found && <Button onPress={refuse}>{t('refuse')}</Button>}
      >
        <TextField
          label={t('code')}
          name="code"
          value={code}
          onChange={type}
          error={form.at('code')}
          description={
            found
              ? t(found.kind === 'wall' ? 'found-wall' : 'found-kiosk', { browser: found.browser })
              : t('code-is-on-screen')
          }
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        {teams.length > 1 && (
          <SelectField
            label={t('team')}
            value={id}
            onChange={(next) => client.choices.chooseTeam(next)}
            options={teams.map((each) => ({ value: each.id, label: each.name }))}
          />
        )}
        {found && (
          <DeviceFields
            form={form}
            areas={areas}
            name={name}
            onName={typeName}
            area={area}
            onArea={chooseArea}
            role={found.kind === 'kiosk' ? role : null}
            onRole={setRole}
          />
        )}
      </SubmitForm>
    </Page>
  );
}
