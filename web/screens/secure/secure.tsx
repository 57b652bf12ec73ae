import { Fragment, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { countStoredChanges } from '../../../client/device/indexed-db.ts';
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
      <Page title="Secure Connection" actions={isOn && <Button onPress={() => window.print()}>Print</Button>}>
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
  return (
    <Alert>
      The secure connection is off. The person who runs your Lineup server can turn it on with “npm run lineup
      -- https”.
    </Alert>
  );
}

const SecureStatus = () => (
  <Alert tone="success" action={<ButtonLink href={urls.day}>Open Lineup</ButtonLink>}>
    This device uses the secure connection. Bookmark this address or add it to the home screen.
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
      <p className="secure__reason">
        Each device is set up once. After that, Lineup opens without a network connection, keeps a wall
        display awake, and nobody on the Wi-Fi can read along.
      </p>
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
    <Card title="Check the Certificate" isPadded className="secure__certificate">
      <p>
        Before you trust the certificate, compare it with your store’s printed page, or with what “npm run
        lineup -- https” shows on the server. If it differs, stop and tell your manager.
      </p>
      <dl>
        <dt className="hint">Name</dt>
        <dd>{name}</dd>
        <dt className="hint">SHA-256 fingerprint</dt>
        <dd className="secure__hex">{breakable(fingerprint)}</dd>
        <dt className="hint">SHA-1 thumbprint (Windows)</dt>
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
    <Card title="Set Up Another Device" isPadded className="secure__another">
      <div className="secure__codes">
        {authority && (
          <Code title="Start here" addresses={[start]} alt="QR code of the address to start at">
            Connect the device to the store’s Wi-Fi, and scan this code or open:
          </Code>
        )}
        <Code
          title={authority ? 'When it’s set up' : 'Open'}
          addresses={shown}
          alt="QR code of the secure address"
        >
          {authority ? 'Lineup opens at:' : 'Scan this code or open:'}
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
    <Card title={title} aside={isThisDevice && 'This device'} isPadded className="secure__steps">
      <ol>
        <li>
          <p>
            {isProfile
              ? 'Open this page in Safari, tap Download Profile, and tap Allow.'
              : 'Choose Download Certificate. If the browser asks, keep the file.'}
          </p>
          <ButtonLink
            className="secure__download"
            variant={isThisDevice ? 'primary' : 'secondary'}
            href={path}
            download={isProfile ? undefined : path.slice(1)}
            target={isProfile ? '_self' : undefined}
          >
            {isProfile ? 'Download Profile' : 'Download Certificate'}
          </ButtonLink>
        </li>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          Return to this page. It opens the secure address by itself. If it doesn’t, close the browser and
          open this page again.
        </li>
      </ol>
    </Card>
  );
}

function MoveStatus({ addresses }: { addresses: SecureAddresses }) {
  const move = useSecureMove(addresses);
  switch (move.state) {
    case 'checking':
      return <Alert>Checking whether this device is set up.</Alert>;
    case 'untrusted':
      return (
        <Alert tone="warning">
          {addresses.authority
            ? 'This device isn’t set up yet. Follow the steps for it, then return to this page.'
            : 'The secure address can’t be reached from this device.'}
        </Alert>
      );
    case 'waiting':
      return <Alert tone="warning">{waitingText(move)}</Alert>;
    case 'draft':
      return (
        <Alert tone="warning" action={<ButtonLink href={urls.day}>Open Notes</ButtonLink>}>
          This device is set up, but you have notes that aren’t saved. Save them first.
        </Alert>
      );
    case 'moving':
      return (
        <Alert
          tone="success"
          action={
            <Button onPress={() => window.location.replace(move.origin + urls.secure)}>Continue</Button>
          }
        >
          {`This device is set up. Opening ${move.origin}.`}
        </Alert>
      );
  }
}

function waitingText({ changes, isTheirs }: Extract<SecureMove, { state: 'waiting' }>): string {
  const count = changes === 1 ? '1 change isn’t' : `${changes} changes aren’t`;
  return isTheirs
    ? `This device is set up, but ${count} saved yet. Ask the person who made ${changes === 1 ? 'it' : 'them'} to sign in here first.`
    : `This device is set up, but ${count} saved yet. The secure address opens as soon as ${changes === 1 ? 'it is' : 'they are'}.`;
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
      title: 'iPad and iPhone',
      steps: [
        'Open Settings and tap Profile Downloaded. Tap Install, enter the passcode, and tap Install again.',
        `In Settings, go to General > About > Certificate Trust Settings and turn on “${name}”.`,
      ],
    },
    {
      platform: 'android',
      title: 'Android',
      steps: [
        'Open Settings and search for “CA certificate”. On most devices it’s in Security > More security settings > Encryption & credentials > Install a certificate.',
        'Tap CA certificate, tap Install anyway, and choose lineup-ca.crt in Downloads.',
      ],
    },
    {
      platform: 'windows',
      title: 'Windows',
      steps: [
        'Open lineup-ca.crt and choose Install Certificate, Current User, Next.',
        'Choose “Place all certificates in the following store”, Browse, Trusted Root Certification Authorities, OK. Then choose Next and Finish.',
        'Windows shows a thumbprint. Compare it with the one on this page and choose Yes.',
      ],
    },
    {
      platform: 'chrome',
      title: 'Chromebook, and Chrome on Linux',
      steps: [
        'Type chrome://certificate-manager into the address bar and go to Local certificates > Custom > Installed by you. On older versions, go to chrome://settings/certificates > Authorities.',
        'Choose Import next to Trusted Certificates and select lineup-ca.crt. If you’re asked, trust it for identifying websites.',
      ],
    },
    {
      platform: 'mac',
      title: 'Mac',
      steps: [
        'Open lineup-ca.crt and add it to the login keychain.',
        `In Keychain Access, double-click “${name}”, open Trust, and set “When using this certificate” to Always Trust.`,
        'Close the window and enter your password.',
      ],
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
