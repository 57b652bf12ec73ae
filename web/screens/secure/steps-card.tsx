import { installFiles } from '../../../client/calls/secure.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import type { PlatformSteps } from './platforms.ts';

type StepsCardProps = { of: PlatformSteps; isThisDevice: boolean };

export function StepsCard({ of: { title, file, steps }, isThisDevice }: StepsCardProps) {
  const isProfile = file === 'profile';
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
            href={installFiles[file]}
            download={isProfile ? undefined : installFiles[file].slice(1)}
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
