import { useState } from 'react';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { createInvitation } from '../../../contract/teams.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { PaperPage } from '../../parts/paper/paper-page.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/form.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './poster.css';

const t = words('team');

const lives = [7, 30] as const;

type Made = {
  link: string;
  until: string;
  /** Whether no other device can open the link. */
  isHereOnly: boolean;
};

export function PosterScreen() {
  const client = useClient();
  const team = useTeam();
  const id = useTeamId() ?? '';
  const [days, setDays] = useState<(typeof lives)[number]>(30);
  const [made, setMade] = useState<Made | null>(null);
  const form = useFormOutcome();
  if (team.state !== 'ready') return <NotReady title={t('poster')} view={team} />;
  const { name, timeZone } = team.body;

  const make = () =>
    client.call(createInvitation, { params: { team: id }, body: { role: 'viewer', days, once: false } });

  const back = { label: t('back-to-team'), href: urls.team };
  if (made) {
    return (
      <PaperPage
        title={t('poster')}
        back={back}
        warning={made.isHereOnly ? t('poster-here-only') : undefined}
      >
        <div className="poster">
          <h2 className="poster__team">{name}</h2>
          <p className="poster__what">{t('poster-what')}</p>
          <QrCode text={made.link} alt={t('poster-qr', { team: name })} />
          <ol className="poster__steps">
            <li>{t('poster-scan')}</li>
            <li>{t('poster-register')}</li>
            <li>{t('poster-join')}</li>
          </ol>
          <p className="poster__link">{made.link}</p>
          <p className="poster__until">{t('poster-until', { until: made.until })}</p>
        </div>
      </PaperPage>
    );
  }

  return (
    <Page title={t('poster')} actions={<ButtonLink href={back.href}>{back.label}</ButtonLink>}>
      <Stack>
        <p>{t('poster-about', { team: name })}</p>
        <SubmitForm
          form={form}
          label={t('make-poster-form')}
          action={t('make-poster')}
          work={make}
          onDone={({ origin, token, expiresAt }) =>
            setMade({
              link: (origin || window.location.origin) + urls.join(token),
              isHereOnly: origin === '',
              until: showDate(wallClock(expiresAt, timeZone).date),
            })
          }
        >
          <SelectField
            label={t('works-for')}
            name="days"
            value={String(days)}
            onChange={(value) => setDays(lives.find((each) => String(each) === value) ?? 30)}
            options={lives.map((each) => ({ value: String(each), label: t('days', { count: each }) }))}
          />
        </SubmitForm>
      </Stack>
    </Page>
  );
}
