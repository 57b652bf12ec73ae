import { useEffect, useState } from 'react';
import { showMoment } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import {
  changeDevice,
  createDeviceLink,
  type DeviceRow,
  listDevices,
  revokeDevice,
  wallPath,
} from '../../../contract/devices.ts';
import type { DeviceRole } from '../../../domain/team/device.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ListState, useListOf } from '../../parts/lists/use-list.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Alert, EmptyState } from '../../ui/message/message.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import { DeviceFields } from './device-fields.tsx';
import { freeName } from './free-name.ts';

const t = words('devices');

type Open = { what: 'link' } | { what: 'edit'; device: DeviceRow } | null;

/** A team's televisions and tablets. */
export function DevicesScreen() {
  const client = useClient();
  const id = useTeamId() ?? '';
  const team = useTeam();
  const list = useListOf(listDevices, { params: { team: id } }, ({ devices }) => devices);
  const [open, setOpen] = useState<Open>(null);
  const minute = useTicking(() => Math.floor(client.now() / 60_000));
  const { retry } = list;
  // when a device was seen is nothing that lists are told of
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute
  useEffect(() => void retry(), [minute, retry]);
  if (team.state !== 'ready') return <NotReady title={t('devices')} view={team} />;
  const { areas, timeZone } = team.body;

  function seen({ lastSeenAt }: DeviceRow): string {
    if (lastSeenAt === null) return t('never');
    return minute - Math.floor(lastSeenAt / 60_000) < 3 ? t('seen-now') : showMoment(lastSeenAt, timeZone);
  }

  const revoke = (device: DeviceRow) =>
    askFinally({
      title: t('revoke-name', { name: device.name }),
      action: t('revoke'),
      text: t('revoke-text'),
      work: () => client.call(revokeDevice, { params: { team: id, device: device.id } }),
      said: t('revoked', { name: device.name }),
      onDone: list.retry,
    });

  const columns: TableColumn<DeviceRow>[] = [
    { label: t('name'), look: 'name', cell: ({ name }) => name },
    {
      label: t('kind'),
      cell: ({ kind, role }) => t(kind === 'wall' ? 'wall' : role === 'lead' ? 'kiosk-lead' : 'kiosk'),
    },
    { label: t('area'), cell: ({ area }) => area ?? t('all-areas') },
    { label: t('last-seen'), look: 'detail', cell: seen },
    {
      label: t('actions'),
      isActions: true,
      cell: (device) => (
        <>
          <Button
            aria-label={t('edit-name', { name: device.name })}
            onPress={() => setOpen({ what: 'edit', device })}
          >
            {t('edit')}
          </Button>
          <Button
            variant="danger"
            aria-label={t('revoke-name', { name: device.name })}
            onPress={() => revoke(device)}
          >
            {t('revoke')}
          </Button>
        </>
      ),
    },
  ];

  return (
    <Page
      title={t('devices')}
      windowTitle={`${team.body.name} ${t('devices')}`}
      actions={
        <>
          <ButtonLink href={urls.team}>{t('back-to-team')}</ButtonLink>
          <ButtonLink href={urls.deviceInstructions}>{t('print-instructions')}</ButtonLink>
          <Button onPress={() => setOpen({ what: 'link' })}>{t('create-link')}</Button>
          <ButtonLink variant="primary" href={urls.pair}>
            {t('pair-a-screen')}
          </ButtonLink>
        </>
      }
    >
      <Stack>
        <p className="hint">{t('about')}</p>
        <ListState list={list} />
        {list.rows?.length === 0 && <EmptyState title={t('none')}>{t('how')}</EmptyState>}
        {list.rows && list.rows.length > 0 && (
          <Table
            isLean
            label={t('devices')}
            columns={columns}
            rows={list.rows}
            rowKey={(device) => device.id}
          />
        )}
      </Stack>
      {open?.what === 'edit' && (
        <EditDialog
          team={id}
          areas={areas}
          device={open.device}
          onClose={() => {
            setOpen(null);
            void list.retry();
          }}
        />
      )}
      {open?.what === 'link' && (
        <LinkDialog
          team={id}
          areas={areas}
          taken={list.rows?.map(({ name }) => name) ?? []}
          onClose={() => {
            setOpen(null);
            void list.retry();
          }}
        />
      )}
    </Page>
  );
}

type DialogProps = { team: string; areas: readonly string[]; onClose: () => void };

function EditDialog({ team, areas, device, onClose }: DialogProps & { device: DeviceRow }) {
  const client = useClient();
  const form = useFormOutcome('name', 'area');
  const [name, setName] = useState(device.name);
  const [area, setArea] = useState(device.area);
  const [role, setRole] = useState<DeviceRole>(device.role);
  const work = () =>
    client.call(changeDevice, { params: { team, device: device.id }, body: { name, area, role } });
  return (
    <Dialog title={t('edit-name', { name: device.name })} onClose={onClose}>
      <SubmitForm
        form={form}
        action={t('save')}
        work={work}
        onDone={onClose}
        footer={<Button onPress={onClose}>{t('cancel')}</Button>}
      >
        <DeviceFields
          form={form}
          areas={areas}
          name={name}
          onName={setName}
          area={area}
          onArea={setArea}
          role={device.kind === 'kiosk' ? role : null}
          onRole={setRole}
        />
      </SubmitForm>
    </Dialog>
  );
}

/** For a television without a phone beside it. Its secret is in no list: whoever has the link has the board. */
function LinkDialog({ team, areas, taken, onClose }: DialogProps & { taken: readonly string[] }) {
  const client = useClient();
  const form = useFormOutcome('name', 'area');
  const [name, setName] = useState(() => freeName(t('wall'), taken));
  const [area, setArea] = useState<string | null>(areas[0] ?? null);
  const [made, setMade] = useState<{ link: string; isHereOnly: boolean } | null>(null);
  if (made) {
    return (
      <Dialog
        title={t('link-of', { name })}
        onClose={onClose}
        actions={<Button onPress={onClose}>{t('done')}</Button>}
      >
        <Stack>
          {made.isHereOnly && <Alert tone="warning">{t('here-only')}</Alert>}
          <CopyField label={t('link')} what="link" value={made.link} description={t('link-once')} hasFocus />
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('create-link')} onClose={onClose}>
      <SubmitForm
        form={form}
        action={t('create-link')}
        work={() => client.call(createDeviceLink, { params: { team }, body: { name, area } })}
        onDone={({ secret, origin }) =>
          setMade({
            link: `${origin || window.location.origin}${wallPath}#${secret}`,
            isHereOnly: origin === '',
          })
        }
        footer={<Button onPress={onClose}>{t('cancel')}</Button>}
      >
        <p>{t('link-what')}</p>
        <DeviceFields form={form} areas={areas} name={name} onName={setName} area={area} onArea={setArea} />
      </SubmitForm>
    </Dialog>
  );
}
