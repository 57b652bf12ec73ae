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

export interface PlatformSteps {
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
