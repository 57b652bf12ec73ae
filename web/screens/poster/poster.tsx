import { useState } from 'react';
import { createInvitation } from '../../../contract/teams.ts';
import { showDate, wallClock } from '../../../domain/time/date.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './poster.css';

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
  if (team.state !== 'ready') return <NotReady title="Poster" view={team} />;
  const { name, timeZone } = team.body;

  const make = () =>
    client.call(createInvitation, { params: { team: id }, body: { role: 'viewer', days, once: false } });

  return (
    <Page
      title="Poster"
      actions={
        <>
          <ButtonLink href={urls.team}>Back to Team</ButtonLink>
          {made && (
            <Button variant="primary" onPress={() => window.print()}>
              Print
            </Button>
          )}
        </>
      }
    >
      {made ? (
        <>
          {made.isHereOnly && <Alert tone="warning">{hereOnly}</Alert>}
          <section className="stack poster" aria-label="Poster">
            <h2 className="poster__team">{name}</h2>
            <p className="poster__what">See your shift, your position, and your breaks on your phone.</p>
            <QrCode text={made.link} alt={`QR code of the link to join ${name}`} />
            <ol className="poster__steps">
              <li>Scan the code with your phone’s camera.</li>
              <li>Register with your name as it is on the schedule, or sign in.</li>
              <li>Tap Join, then “Yes, that’s me.”</li>
            </ol>
            <p className="poster__link">{made.link}</p>
            <p className="poster__until">{`Works until ${made.until}`}</p>
          </section>
        </>
      ) : (
        <Stack>
          <p>
            {`Hang it up where your crew sees it. Whoever scans it can join ${name} as a viewer: they see the day, and their own positions and breaks.`}
          </p>
          <SubmitForm
            form={form}
            label="Make a poster"
            action="Make Poster"
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
              label="Works for"
              name="days"
              value={String(days)}
              onChange={(value) => setDays(lives.find((each) => String(each) === value) ?? 30)}
              options={lives.map((each) => ({ value: String(each), label: `${each} days` }))}
            />
          </SubmitForm>
        </Stack>
      )}
    </Page>
  );
}

/** Also for the operator, who alone can do something about it. */
const hereOnly =
  'Phones can’t open this link: Lineup can be reached on this computer alone. Start it with HOST=0.0.0.0 for your network, or with PUBLIC_URL, then try again.';
