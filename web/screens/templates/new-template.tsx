import { createTemplate } from '../../../client/calls/templates.ts';
import { words } from '../../../client/words/words.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const ofPage = words('page');
const t = words('layouts');

export function NewTemplateScreen() {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const go = useNavigateTo();
  const areas = team.state === 'ready' ? team.body.areas : [];
  const form = useForm({ name: '', area: (areas.length === 1 ? areas[0] : '') ?? '' });
  if (team.state !== 'ready') return <NotReady title={t('new-template')} view={team} />;
  return (
    <Page title={t('new-template')} width="narrow">
      <SubmitForm
        form={form}
        action={t('create')}
        work={() => createTemplate(client, teamId, form.values)}
        onDone={(id) => go(urls.template(id))}
        footer={<ButtonLink href={urls.templates}>{ofPage('cancel')}</ButtonLink>}
      >
        <TextField label={t('template-name')} autoFocus {...form.field('name')} />
        <SelectField
          label={t('area')}
          placeholder={t('choose-an-area')}
          options={areas}
          {...form.field('area')}
        />
      </SubmitForm>
    </Page>
  );
}
