import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { openDeviceLink, pairPath, pollPairing, startPairing } from '../../../contract/devices.ts';
import type { Response } from '../../../contract/endpoint.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import type { DeviceKind } from '../../../domain/team/device.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { richWords } from '../../parts/page/rich-words.tsx';
import { StayAwake } from '../../parts/page/stay-awake.tsx';
import { QuietLink } from '../../ui/button/button.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './show-code.css';

const t = words('devices');

type Shown = Response<typeof startPairing>;

/** In milliseconds. */
const triesAgainAfter = 5_000;

/** What a device shows that belongs to nobody: a code, which makes it a team's once a manager types it on a phone. */
export function ShowCode({ kind, from, wrong }: { kind: DeviceKind; from: string; wrong?: Problem }) {
  const { shown, problem = wrong } = usePairing(kind);
  const { choices } = useClient();
  useEffect(() => {
    // it may have been a television before
    if (kind === 'kiosk') choices.chooseTelevision(false);
  }, [choices, kind]);
  const origin = shown && (shown.origin || window.location.origin);
  const where = origin ? `${origin.replace(/^https?:\/\//, '')}${pairPath}` : '';
  return (
    <div className="show-code">
      <Page title={t(kind === 'wall' ? 'show-on-wall' : 'show-on-kiosk')}>
        {problem && <Alert tone="problem">{sentence(problem)}</Alert>}
        {shown ? (
          <div className="show-code__both">
            <div className="show-code__words">
              <p className="show-code__what">
                {richWords((gaps: { address: string }) => t('open-and-type', gaps), {
                  address: <strong>{where}</strong>,
                })}
              </p>
              <p className="show-code__code">
                <span>{shown.userCode.slice(0, 3)}</span> <span>{shown.userCode.slice(3)}</span>
              </p>
              {shown.origin === '' && <Alert tone="warning">{t('here-only')}</Alert>}
            </div>
            <QrCode text={`${origin}${shown.path}`} alt={t('qr-alt', { address: where })} />
          </div>
        ) : (
          !problem && <Loading />
        )}
        <p className="show-code__sign-in">
          <QuietLink href={`${urls.login}?from=${encodeURIComponent(from)}`}>
            {t('sign-in-instead')}
          </QuietLink>
        </p>
      </Page>
      <StayAwake />
    </div>
  );
}

/** Shows a code and asks for its approval, and shows the next one when it ends. */
function usePairing(kind: DeviceKind) {
  const client = useClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<Problem>();
  const isGone = useRef(false);

  const start = useEffectEvent(async () => {
    const answer = await client.call(startPairing, { body: { kind } });
    if (isGone.current) return;
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) setShown(answer.value);
  });

  useEffect(() => {
    isGone.current = false;
    void start();
    return () => {
      isGone.current = true;
    };
  }, []);

  // without a server, until there is one
  useEffect(() => {
    if (!problem) return;
    const timer = setInterval(() => void start(), triesAgainAfter);
    return () => clearInterval(timer);
  }, [problem]);

  useEffect(() => {
    if (!shown) return;
    let seconds = shown.interval;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const wait = () => {
      timer = setTimeout(ask, seconds * 1_000);
    };
    async function ask() {
      const answer = await client.call(pollPairing, { body: { deviceCode: shown?.deviceCode ?? '' } });
      if (isOver) return;
      if (!answer.ok) return wait();
      const { state, interval } = answer.value;
      seconds = interval;
      if (state === 'expired' || state === 'denied') return start();
      // the page changes with it; asked again, the server gives the cookie again
      if (state === 'granted') void client.loadUser();
      wait();
    }
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, shown]);
  return { shown, problem };
}

/** A link has the secret of its wall behind the #. It stays there: a television that forgets cookies opens it each morning. */
export function WallLink({ secret }: { secret: string }) {
  const client = useClient();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    async function open() {
      const answer = await client.call(openDeviceLink, { body: { secret } });
      if (answer.ok) return client.loadUser();
      setProblem(answer.problem);
      timer = setTimeout(open, triesAgainAfter);
    }
    void open();
    return () => clearTimeout(timer);
  }, [client, secret]);
  if (problem?.code === 'device-link-invalid')
    return <ShowCode kind="wall" from={urls.television} wrong={problem} />;
  return (
    <Page title={t('show-on-wall')} width="narrow">
      {problem ? <Alert tone="problem">{sentence(problem)}</Alert> : <Loading />}
    </Page>
  );
}
