import { type ReactNode, useMemo, useState } from 'react';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';
import { OpenPlanProvider } from '../board/open-plan.tsx';
import { useClient, useLayout, useObservable, useTeamId } from '../page/client-context.tsx';
import { TemplateDialog } from '../page/template-dialog.tsx';
import './day-plan.css';

const t = words('layouts');

export function DayPlan({ children }: { children: ReactNode }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const id = useObservable(client.choices.layout) ?? '';
  const layout = useLayout();
  const { template = '', rotations = [] } = layout.state === 'ready' ? layout.body : {};
  const isEmpty = rotations.length === 0;
  const about = useMemo(() => <AboutDayPlan {...{ id, template, isEmpty }} />, [id, template, isEmpty]);
  if (layout.state !== 'ready') return <Loading />;
  return (
    <OpenPlanProvider
      key={id}
      owner={showDate(layout.body.date)}
      heading={t('edit-rotations')}
      about={about}
      rotations={rotations}
      dayStart={layout.body.dayStart}
      document={client.open('layout', team, id)}
      urls={urls.dayPlan}
    >
      {children}
    </OpenPlanProvider>
  );
}

function AboutDayPlan({ id, template, isEmpty }: { id: string; template: string; isEmpty: boolean }) {
  const [isSaving, setSaving] = useState(false);
  return (
    <div className="actions quiet day-plan">
      <p>{t('this-day-only')}</p>
      {!isEmpty && <Button onPress={() => setSaving(true)}>{t('save-this-as-template')}</Button>}
      {isSaving && <TemplateDialog layout={id} template={template} onClose={() => setSaving(false)} />}
    </div>
  );
}
