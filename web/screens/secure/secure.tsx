import { Fragment, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { countStoredChanges } from '../../../client/device/indexed-db.ts';
import { words } from '../../../client/words/words.ts';
import {
  certificateFile,
  getSecureAddresses,
  probeSecure,
  profileFile,
  type SecureAddresses,
} from '../../../contract/secure.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { SignInFrame } from '../../parts/frame/frame.tsx';
import { ListState, useQuery } from '../../parts/lists/use-list.tsx';
import { hasNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Card, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './secure.css';

const t = words('secure');

/** In milliseconds. Who has just trusted the certificate would have to reload the page. */
const CHECK_INTERVAL = 3_000;

type SecureMove =
  | { readonly state: 'checking' | 'untrusted' }
  /** Trusted, but changes that wait on this device would be left behind at the http address. */
  | { readonly state: 'waiting'; readonly changes: number; readonly isTheirs: boolean }
  | { readonly state: 'draft' }
  | { readonly state: 'moving'; readonly origin: string };

function useSecureMove({ origins, fingerprint }: SecureAddresses): SecureMove {
  const client = useClient();
  const [move, setMove] = useState<SecureMove>({ state: 'checking' });

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function check(): Promise<SecureMove> {
      const trusted = await Promise.all(origins.map((origin) => isTrusted(origin, fingerprint)));
      const origin = origins.find((_, index) => trusted[index]);
      if (origin === undefined) return { state: 'untrusted' };
      const own = client.unsaved.get();
      const changes = Math.max(own, await countStoredChanges().catch(() => 0));
      if (changes > 0) return { state: 'waiting', changes, isTheirs: own === 0 };
      return hasNotesDraft() ? { state: 'draft' } : { state: 'moving', origin };
    }

    async function follow() {
      clearTimeout(timer);
      const next = await check();
      if (isGone) return;
      setMove(next);
      if (next.state === 'moving') window.location.replace(next.origin + urls.secure);
      else timer = setTimeout(follow, CHECK_INTERVAL);
    }

    // People come back from the device's settings, or from a page whose changes are saved now.
    const again = () => document.visibilityState === 'visible' && void follow();
    document.addEventListener('visibilitychange', again);
    const stop = client.unsaved.subscribe(again);
    void follow();
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
      stop();
    };
  }, [client, origins, fingerprint]);

  return move;
}

/** Sets up a device for https. Open to everyone, since nobody can sign in securely before it. */
export function SecureScreen() {
  const addresses = useQuery((client) => client.call(getSecureAddresses, {}));
  const known = addresses.value;
  const isOn = known !== undefined && known.origins.length > 0;
  return (
    <SignInFrame isWide>
      <Page
        title={t('secure-connection')}
        actions={isOn && <Button onPress={() => window.print()}>{t('print')}</Button>}
      >
        <Stack>
          <ListState list={addresses} />
          {known && !isOn && <NotOn />}
          {isOn && <Setup addresses={known} />}
        </Stack>
      </Page>
    </SignInFrame>
  );
}

const isSecure = () => window.location.protocol === 'https:';

function NotOn() {
  if (isSecure()) return <SecureStatus />;
  return <Alert>{t('is-off')}</Alert>;
}

const SecureStatus = () => (
  <Alert tone="success" action={<ButtonLink href={urls.day}>{t('open-lineup')}</ButtonLink>}>
    {t('is-used')}
  </Alert>
);

function Setup({ addresses }: { addresses: SecureAddresses }) {
  const { authority } = addresses;
  // On https the steps are for other devices.
  const here = isSecure() ? null : platformOf(navigator);
  const steps = authority ? allSteps(authority.name) : [];
  const ours = steps.filter(({ platform }) => platform === here);
  const others = steps.filter(({ platform }) => platform !== here);
  return (
    <>
      <div className="screen-only">
        {isSecure() ? <SecureStatus /> : <MoveStatus addresses={addresses} />}
      </div>
      <p className="secure__reason">{t('reason')}</p>
      {ours.map((each) => (
        <StepsCard key={each.platform} of={each} isThisDevice />
      ))}
      {isSecure() && <Codes addresses={addresses} />}
      {authority && <Certificate authority={authority} fingerprint={addresses.fingerprint} />}
      {!isSecure() && <Codes addresses={addresses} />}
      <div className="secure__platforms">
        {others.map((each) => (
          <StepsCard key={each.platform} of={each} isThisDevice={false} />
        ))}
      </div>
    </>
  );
}

type CertificateProps = { authority: NonNullable<SecureAddresses['authority']>; fingerprint: string };

function Certificate({ authority: { name, thumbprint }, fingerprint }: CertificateProps) {
  return (
    <Card title={t('check-certificate')} isPadded className="secure__certificate">
      <p>{t('check-certificate-about')}</p>
      <dl>
        <dt className="hint">{t('name')}</dt>
        <dd>{name}</dd>
        <dt className="hint">{t('fingerprint')}</dt>
        <dd className="secure__hex">{breakable(fingerprint)}</dd>
        <dt className="hint">{t('thumbprint')}</dt>
        <dd className="secure__hex">{breakable(thumbprint)}</dd>
      </dl>
    </Card>
  );
}

/** Lines break between pairs of digits, never inside one: people compare them pair by pair. */
const breakable = (hex: string) =>
  (hex.match(/[^:]+:?/g) ?? []).map((pair, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pairs keep their order
    <Fragment key={index}>
      {pair}
      <wbr />
    </Fragment>
  ));

const isLoopback = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

function Codes({ addresses: { origins, plainOrigin, authority } }: { addresses: SecureAddresses }) {
  const isLocal = isLoopback(window.location.origin);
  const forOthers = origins.filter((origin) => !isLoopback(origin));
  const shown = forOthers.length > 0 ? forOthers : origins;
  const start = (isLocal || isSecure() ? plainOrigin : window.location.origin) + urls.secure;
  return (
    <Card title={t('another-device')} isPadded className="secure__another">
      <div className="secure__codes">
        {authority && (
          <Code title={t('start-here')} addresses={[start]} alt={t('start-here-qr')}>
            {t('start-here-about')}
          </Code>
        )}
        <Code title={t(authority ? 'when-set-up' : 'open')} addresses={shown} alt={t('secure-qr')}>
          {t(authority ? 'opens-at' : 'scan-or-open')}
        </Code>
      </div>
    </Card>
  );
}

type CodeProps = { title: string; addresses: readonly string[]; alt: string; children: string };

function Code({ title, addresses, alt, children }: CodeProps) {
  return (
    <div className="secure__code">
      <QrCode text={addresses[0] ?? ''} alt={alt} />
      <div>
        <p className="secure__address">{title}</p>
        <p>{children}</p>
        {addresses.map((address) => (
          <p key={address} className="secure__address">
            {address}
          </p>
        ))}
      </div>
    </div>
  );
}

type StepsCardProps = { of: PlatformSteps; isThisDevice: boolean };

function StepsCard({ of: { platform, title, steps }, isThisDevice }: StepsCardProps) {
  const isProfile = platform === 'apple';
  const path = isProfile ? profileFile : certificateFile;
  return (
    <Card title={title} aside={isThisDevice && t('this-device')} isPadded className="secure__steps">
      <ol>
        <li>
          <p>{t(isProfile ? 'get-profile' : 'get-certificate')}</p>
          <ButtonLink
            className="secure__download"
            variant={isThisDevice ? 'primary' : 'secondary'}
            href={path}
            download={isProfile ? undefined : path.slice(1)}
            target={isProfile ? '_self' : undefined}
          >
            {t(isProfile ? 'download-profile' : 'download-certificate')}
          </ButtonLink>
        </li>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>{t('return-here')}</li>
      </ol>
    </Card>
  );
}

function MoveStatus({ addresses }: { addresses: SecureAddresses }) {
  const move = useSecureMove(addresses);
  switch (move.state) {
    case 'checking':
      return <Alert>{t('checking')}</Alert>;
    case 'untrusted':
      return <Alert tone="warning">{t(addresses.authority ? 'not-set-up' : 'not-reached')}</Alert>;
    case 'waiting':
      return (
        <Alert tone="warning">
          {t(move.isTheirs ? 'waiting-theirs' : 'waiting-own', { count: move.changes })}
        </Alert>
      );
    case 'draft':
      return (
        <Alert tone="warning" action={<ButtonLink href={urls.day}>{t('open-notes')}</ButtonLink>}>
          {t('draft')}
        </Alert>
      );
    case 'moving':
      return (
        <Alert
          tone="success"
          action={
            <Button onPress={() => window.location.replace(move.origin + urls.secure)}>
              {t('continue')}
            </Button>
          }
        >
          {t('opening', { address: move.origin })}
        </Alert>
      );
  }
}

type Platform = 'apple' | 'android' | 'windows' | 'chrome' | 'mac';

interface Device {
  readonly userAgent: string;
  /** iPads call themselves Macs, but Macs have no touch screen. */
  readonly maxTouchPoints: number;
}

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform | null {
  if (/iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
    return 'apple';
  if (/Android/.test(userAgent)) return 'android';
  if (/Windows/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return 'mac';
  return /CrOS|Linux/.test(userAgent) ? 'chrome' : null;
}

interface PlatformSteps {
  readonly platform: Platform;
  readonly title: string;
  readonly steps: readonly string[];
}

/** The steps on every platform. `name` is what the device calls the certificate. */
export function allSteps(name: string): readonly PlatformSteps[] {
  return [
    {
      platform: 'apple',
      title: t('apple'),
      steps: [t('apple-install'), t('apple-trust', { name })],
    },
    {
      platform: 'android',
      title: t('android'),
      steps: [t('android-find'), t('android-install')],
    },
    {
      platform: 'windows',
      title: t('windows'),
      steps: [t('windows-open'), t('windows-store'), t('windows-compare')],
    },
    {
      platform: 'chrome',
      title: t('chrome'),
      steps: [t('chrome-open'), t('chrome-import')],
    },
    {
      platform: 'mac',
      title: t('mac'),
      steps: [t('mac-open'), t('mac-trust', { name }), t('mac-password')],
    },
  ];
}

/** An address that never answers would leave the page checking for good. In milliseconds. */
const ANSWERS_WITHIN = 4_000;

/** Whether this device reaches the server there and trusts its certificate. Its fingerprint tells it from other servers. */
async function isTrusted(origin: string, fingerprint: string): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ANSWERS_WITHIN);
  try {
    const answer = await fetch(origin + probeSecure.path, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout.signal,
    });
    const probed = z.safeParse(probeSecure.response, await answer.json());
    return probed.success && probed.data.fingerprint === fingerprint;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
