import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { useState } from 'react';
import { uploadLogo } from '../../../../contract/teams.ts';
import { done, refuse } from '../../../../domain/problem/problem.ts';
import { logoSource, type Team } from '../../../../domain/team/team.ts';
import { changeWithToast, type SaidChange, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { Form, FormError } from '../../../ui/form/form.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ConflictNotice, DraftsFooter, useDrafts } from './drafts.tsx';
import './logo-form.css';
import type { LogoFile } from './logo-file.ts';

const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export function LogoForm({ id, team }: { id: string; team: Team }) {
  const client = useClient();
  const isUploaded = team.logoUrl?.startsWith('/') ?? false;
  const shown = { address: isUploaded ? '' : (team.logoUrl ?? '') };
  const drafts = useDrafts(shown);
  const { address } = drafts.texts;
  const [file, setFile] = useState<LogoFile | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const picture = file?.url ?? (team.logoUrl && logoSource(id, team.logoUrl));
  const isBroken = picture !== null && picture === broken;
  const said = isBroken ? 'This image doesn’t load' : picture === null ? 'No logo yet' : 'Current logo';
  const { attempt, isBusy, at, whole, clear } = useFormOutcome('logoFile', 'logoUrl');
  const document = client.open('team', id, id);

  function startOver() {
    setFile(null);
    drafts.clear();
    clear();
  }

  async function choose(chosen: File) {
    const read = await attempt(async () => (await import('./logo-file.ts')).prepareLogo(chosen, logoTypes));
    setFile(read ?? null);
    if (read) drafts.clear();
  }

  async function upload({ base64 }: LogoFile) {
    const sent = await client.call(uploadLogo, { params: { team: id }, body: { base64 } });
    const isFileProblem = !sent.ok && sent.problem.code.startsWith('image-');
    return isFileProblem ? refuse(sent.problem.code, { ...sent.problem, field: 'logoFile' }) : sent;
  }

  async function save() {
    if (file) {
      if (!(await attempt(() => upload(file)))) return;
      showToast({ text: 'Logo saved' });
    } else {
      const logoUrl = address.trim() === '' ? null : address.trim();
      // with an uploaded logo the URL field is empty, which doesn't mean to remove the logo
      const isSame = logoUrl === (isUploaded ? null : team.logoUrl);
      const saved = await attempt(() =>
        isSame
          ? done<SaidChange>({ id: null, undo: null, description: '' })
          : document.change({ type: 'team.logo', logoUrl }),
      );
      if (!saved) return;
      showChangeToast(saved, 'Logo saved');
    }
    startOver();
  }

  function remove() {
    startOver();
    changeWithToast(document, { type: 'team.logo', logoUrl: null });
  }

  return (
    <Card title="Logo" isPadded>
      <Form label="Logo" onSubmit={save}>
        <FormError>{whole}</FormError>
        <div className="logo-form__now">
          <LogoPicture url={isBroken ? null : picture} onBroken={() => setBroken(picture)} />
          <p>{file ? 'Not saved yet' : said}</p>
        </div>
        <FileDrop
          label="Upload logo"
          description="PNG, JPEG, WebP, or GIF. Large images are resized."
          accept={logoTypes.join(',')}
          fileName={file?.name}
          error={at('logoFile')}
          onFile={choose}
        />
        <TextField
          label="Logo URL"
          name="logoUrl"
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={(typed) => {
            setFile(null);
            drafts.type('address', typed);
          }}
          description="Or enter the https address of an image."
          error={at('logoUrl')}
        />
        <ConflictNotice
          changed={drafts.conflicts.map(() => ({ label: 'the address', text: shown.address }))}
          onTake={drafts.takeTheirs}
        />
        <DraftsFooter isBusy={isBusy} onCancel={startOver}>
          {team.logoUrl !== null && (
            <Button variant="danger" onPress={remove}>
              Remove Logo
            </Button>
          )}
        </DraftsFooter>
      </Form>
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
