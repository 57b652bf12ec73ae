import type { ProblemCode } from '../../domain/problem/problem.ts';

interface DeviceExample {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly refused?: ProblemCode;
  /** The refusal of a kiosk. */
  readonly refusedKiosk?: ProblemCode;
}

const terms = (name: string) => ({ name, area: null, role: 'viewer' });

/** A call of each endpoint about paired devices and who is at them. */
export const deviceExamples: Record<string, (team: string) => DeviceExample> = {
  'POST /api/auth/device/start': () => ({ body: { kind: 'wall' } }),
  'POST /api/auth/device/poll': () => ({ body: { deviceCode: 'none' } }),
  'POST /api/auth/device/link': () => ({ body: { secret: 'none' }, refused: 'device-link-invalid' }),
  'POST /api/teams/:team/pairing/find': (team) => ({
    params: { team },
    body: { code: 'none' },
    refused: 'pairing-code-wrong',
  }),
  'POST /api/teams/:team/pairing/approve': (team) => ({
    params: { team },
    body: { code: 'none', ...terms('Kitchen') },
    refused: 'pairing-code-wrong',
  }),
  'POST /api/teams/:team/pairing/deny': (team) => ({
    params: { team },
    body: { code: 'none' },
    refused: 'pairing-code-wrong',
  }),
  'GET /api/teams/:team/devices': (team) => ({ params: { team } }),
  'POST /api/teams/:team/devices': (team) => ({ params: { team }, body: { name: 'Lobby', area: null } }),
  'POST /api/teams/:team/devices/:device': (team) => ({
    params: { team, device: 'none' },
    body: terms('Kitchen'),
    refused: 'not-found',
  }),
  'GET /api/teams/:team/kiosk': (team) => ({ params: { team } }),
  'POST /api/teams/:team/kiosk/unlock': (team) => ({
    params: { team },
    body: { person: 'nobody', pin: '2580' },
    refused: 'not-allowed',
    refusedKiosk: 'pin-missing',
  }),
  'POST /api/teams/:team/kiosk/account': (team) => ({ params: { team }, refused: 'not-allowed' }),
  'POST /api/teams/:team/kiosk/pin': (team) => ({
    params: { team },
    body: { person: 'nobody', pin: '2580', next: '1937' },
    refused: 'not-allowed',
    refusedKiosk: 'pin-missing',
  }),
  'GET /api/teams/:team/pins': (team) => ({ params: { team } }),
  'POST /api/teams/:team/pins/:person': (team) => ({
    params: { team, person: 'nobody' },
    body: { pin: '2580', role: 'viewer' },
    refused: 'person-missing',
  }),
  'POST /api/teams/:team/pins/:person/reset': (team) => ({ params: { team, person: 'nobody' } }),
  'DELETE /api/teams/:team/pins/:person': (team) => ({ params: { team, person: 'nobody' } }),
  'DELETE /api/teams/:team/devices/:device': (team) => ({ params: { team, device: 'none' } }),
};
