import { Fragment } from 'react';
import { secureAddressesOf } from '../../../client/calls/secure.ts';
import type { SecureAddresses } from '../../../contract/secure.ts';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useQuery } from '../../parts/lists/use-query.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { MoveStatus } from './move-status.tsx';
import { allSteps, platformOf } from './platforms.ts';
import { StepsCard } from './steps-card.tsx';
import './secure.css';

/** Sets up a device for https. Open to everyone, since nobody can sign in securely before it. */
export function SecureScreen() {
  const addresses = useQuery(secureAddressesOf);
  const known = addresses.value;
  const isOn = known !== undefined && known.origins.length > 0;
  return (
    <SignInFrame isWide>
      <Page title="Secure Connection" actions={isOn && <Button onPress={() => window.print()}>Print</Button>}>
        <Stack>
          <ListProblem list={addresses} />
          {!known && !addresses.error && <Loading />}
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
  const steps = authority ? allSteps(authority.name, here) : [];
  const ours = steps.filter(({ platform }) => platform === here);
  const others = steps.filter(({ platform }) => platform !== here);
  return (
    <>
      <div className="secure__status">
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
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>SHA-256 fingerprint</dt>
        <dd className="secure__hex">{breakable(fingerprint)}</dd>
        <dt>SHA-1 thumbprint (Windows)</dt>
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

/** Where other devices start, and where they end. */
function Codes({ addresses: { origins, plainOrigin, authority } }: { addresses: SecureAddresses }) {
  const isLocal = isLoopback(window.location.origin);
  const forOthers = origins.filter((origin) => !isLoopback(origin));
  const shown = forOthers.length > 0 ? forOthers : origins;
  const start = (isLocal || isSecure() ? plainOrigin : window.location.origin) + urls.secure;
  return (
    <Card title="Set Up Another Device" isPadded className="secure__another">
      <div className="secure__codes">
        {authority && (
          <div className="secure__code">
            <QrCode text={start} alt="QR code of the address to start at" />
            <div>
              <p className="secure__code-title">Start here</p>
              <p>Connect the device to the store’s Wi-Fi, and scan this code or open:</p>
              <p className="secure__address">{start}</p>
            </div>
          </div>
        )}
        <div className="secure__code">
          <QrCode text={shown[0] ?? ''} alt="QR code of the secure address" />
          <div>
            <p className="secure__code-title">{authority ? 'When it’s set up' : 'Open'}</p>
            <p>{authority ? 'Lineup opens at:' : 'Scan this code or open:'}</p>
            {shown.map((origin) => (
              <p key={origin} className="secure__address">
                {origin}
              </p>
            ))}
          </div>
        </div>
      </div>
    </Card>
  );
}
