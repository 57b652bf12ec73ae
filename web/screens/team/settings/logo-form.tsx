import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { useState } from 'react';
import { uploadLogo } from '../../../../contract/teams.ts';
import { done, refuse } from '../../../../domain/problem/problem.ts';
import { logoSource, type Team } from '../../../../domain/team/team.ts';
import { changeWithToast, type SaidChange, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import './logo-form.css';
import type { LogoFile } from './logo-file.ts';

const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export function LogoForm({ id, team }: { id: string; team: Team }) {
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
  const said = isBroken ? 'This image doesn’t load' : picture === null ? 'No logo yet' : 'Current logo';
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
        ? done<SaidChange>({ id: null, undo: null })
        : document.change({ type: 'team.logo', logoUrl: logoUrl.trim() || null });
    }
    const sent = await client.call(uploadLogo, { params: { team: id }, body: { base64: file.base64 } });
    if (sent.ok) return done(null);
    return sent.problem.code.startsWith('image-')
      ? refuse(sent.problem.code, { ...sent.problem, field: 'logoFile' })
      : sent;
  }

  function finish(made: SaidChange | null) {
    if (made) showChangeToast(made, 'Logo saved');
    else showToast({ text: 'Logo saved' });
    form.reset();
  }

  function remove() {
    form.reset();
    changeWithToast(document, { type: 'team.logo', logoUrl: null });
  }

  return (
    <Card title="Logo" isPadded>
      <SubmitForm
        form={form}
        label="Logo"
        action="Save"
        work={save}
        onDone={finish}
        footer={
          <>
            <Button variant="quiet" onPress={() => form.reset()}>
              Cancel
            </Button>
            {team.logoUrl !== null && (
              <Button variant="danger" onPress={remove}>
                Remove Logo
              </Button>
            )}
          </>
        }
      >
        <div className="actions quiet">
          <LogoPicture url={isBroken ? null : picture} onBroken={() => setBroken(picture)} />
          <p>{file ? 'Not saved yet' : said}</p>
        </div>
        <FileDrop
          label="Upload logo"
          description="PNG, JPEG, WebP, or GIF. Large images are resized."
          accept={logoTypes.join(',')}
          fileName={file?.name}
          error={form.at('logoFile')}
          onFile={choose}
        />
        <TextField
          label="Logo URL"
          type="url"
          placeholder="https://"
          description="Or enter the https address of an image."
          {...address}
          onChange={(typed) => {
            form.field('logoFile').onChange(null);
            address.onChange(typed);
          }}
        />
        <ConflictNotice form={form} labels={{ logoUrl: 'the address', logoFile: '' }} />
      </SubmitForm>
    </Card>
  );
}

function LogoPicture({ url, onBroken }: { url: string | null; onBroken: () => void }) {
  return (
    <span className="logo-form__picture">
      {url === null ? (
        <IconLayoutBoard aria-hidden="true" />
      ) : (
        <img src={url} alt="Logo" onError={onBroken} />
      )}
    </span>
  );
}
