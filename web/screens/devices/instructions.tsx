import type { CSSProperties, ReactNode } from 'react';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { listDevices, pairPath, wallPath } from '../../../contract/devices.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { ListState, useQuery } from '../../parts/lists/use-list.tsx';
import { useClient, useMembership, useTeamId, useTimeZone } from '../../parts/page/client-context.tsx';
import { richWords } from '../../parts/page/rich-words.tsx';
import { TickBox } from '../../parts/paper/paper.tsx';
import { PaperPage } from '../../parts/paper/paper-page.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './instructions.css';

const t = words('instructions');
const inDevices = words('devices');

/** Nobody’s: the letters of a code can’t be taken for each other, so they show best what one looks like. */
const likeThese = 'BKM TRX';

/** A sheet for people who set up a screen and were never told how. There is no secret on it. */
export function InstructionsScreen() {
  const team = useTeamId() ?? '';
  const name = useMembership()?.name ?? '';
  const printed = showDate(wallClock(useClient().now(), useTimeZone()).date);
  const devices = useQuery((client) => client.call(listDevices, { params: { team } }));
  const back = { label: t('back'), href: urls.devices };
  if (!devices.value) {
    return (
      <Page title={t('title')} actions={<ButtonLink href={back.href}>{back.label}</ButtonLink>}>
        <ListState list={devices} />
      </Page>
    );
  }
  const isHereOnly = devices.value.origin === '';
  const { protocol, host, origin } = new URL(devices.value.origin || window.location.origin);
  const [wall, kiosk, pair] = [host + wallPath, host + urls.kiosk, host + pairPath];
  const qrOf = (path: string) => <QrCode text={origin + path} alt={t('qr-alt', { address: host + path })} />;

  return (
    <PaperPage title={t('title')} back={back} warning={isHereOnly ? inDevices('here-only') : undefined}>
      <header className="paper__head">
        <div className="paper__about">
          <h2 className="paper__title">{t('title')}</h2>
          <p>{t('printed', { team: name, date: printed })}</p>
        </div>
      </header>
      <ol className="instructions">
        <li>
          <p className="instructions__what">{t('type')}</p>
          <Address of={t('television')} is={wall} />
          <div className="instructions__beside">
            <div>
              <Address of={t('tablet')} is={kiosk} />
              <p>{t('or-scan')}</p>
            </div>
            {qrOf(urls.kiosk)}
          </div>
        </li>
        <li>
          <p className="instructions__what">{t('letters')}</p>
          <div className="instructions__beside">
            <p className="instructions__code">{likeThese}</p>
            <p>{t('letters-like')}</p>
          </div>
        </li>
        <li>
          <p className="instructions__what">{t('approve')}</p>
          <div className="instructions__beside">
            <div>
              <p>
                {richWords((gaps: { address: string }) => t('scan-or-type', gaps), {
                  address: <b>{pair}</b>,
                })}
              </p>
              <p>{t('press-pair')}</p>
            </div>
            {qrOf(pairPath)}
          </div>
        </li>
      </ol>
      <section className="instructions__part">
        <h3>{t('settings')}</h3>
        <div className="instructions__settings">
          <Settings of={t('television')}>
            {[t('sleep-off'), t('saver-off'), t('starts-itself'), t('start-page')]}
          </Settings>
          <Settings of={t('tablet')}>{[t('lock-off'), t('charger'), t('in-browser'), t('pins')]}</Settings>
        </div>
      </section>
      <section className="instructions__part">
        <h3>{t('wrong')}</h3>
        <table>
          <tbody>
            <Wrong what={t('no-page')}>
              {richWords((gaps: { scheme: string }) => t('fix-no-page', gaps), {
                scheme: <b>{`${protocol}//`}</b>,
              })}
            </Wrong>
            <Wrong what={t('old')}>{t('fix-old')}</Wrong>
            <Wrong what={t('refused')}>{t('fix-refused')}</Wrong>
            <Wrong what={t('not-manager')}>{t('fix-not-manager')}</Wrong>
            <Wrong what={t('again')}>{t('fix-again')}</Wrong>
          </tbody>
        </table>
      </section>
    </PaperPage>
  );
}

/** As large as fits on one line: nobody knows whether a break in an address is typed. */
function Address({ of, is }: { of: string; is: string }) {
  return (
    <p className="instructions__address" style={{ '--letters': is.length } as CSSProperties}>
      <span>{of}</span>
      <b>{is}</b>
    </p>
  );
}

function Settings({ of, children }: { of: string; children: readonly string[] }) {
  return (
    <ul aria-label={of}>
      <li>
        <b>{of}</b>
      </li>
      {children.map((each) => (
        <li key={each} className="paper__task">
          <TickBox />
          {each}
        </li>
      ))}
    </ul>
  );
}

function Wrong({ what, children }: { what: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{children}</td>
    </tr>
  );
}
