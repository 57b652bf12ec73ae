import { type ReceivedRequest, type Reply, runStandIn, type StandIn } from './stand-in.ts';

export interface CallableShift {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly teamMember: string;
  readonly job: string;
  readonly role: string;
  readonly note: string;
}

export interface CallableFunction {
  /** The shifts of each date. */
  schedule: Record<string, CallableShift[]>;
  user: string;
  pass: string;
  /** Null when it asks for none. */
  token: string | null;
  /** The key that its answers have: what servers of the protocol send, or what the hosted product read. */
  key: 'result' | 'data';
  /** A date for which it fails, and what it says then. */
  failing: { date: string; message: string } | null;
}

export interface CallableStandIn extends StandIn {
  /** The address that a team enters. */
  readonly url: string;
  readonly hosted: CallableFunction;
}

/** Jo Reed works at the fryer by default. */
export const callableShift = (id: string, told: Partial<CallableShift> = {}): CallableShift => ({
  id,
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  teamMember: 'Jo Reed',
  job: 'Fryer',
  role: 'Kitchen',
  note: '',
  ...told,
});

/** A stand-in for a store's own function that speaks the callable protocol. */
export async function runCallable(schedule: CallableFunction['schedule'] = {}): Promise<CallableStandIn> {
  const hosted: CallableFunction = {
    schedule,
    user: 'maria.garcia',
    pass: 'open sesame',
    token: null,
    key: 'result',
    failing: null,
  };
  const standIn = await runStandIn((asked) => answer(asked, hosted, standIn.faults.wrongPassword === true));
  return { ...standIn, url: `${standIn.address}/hotschedules-getSchedule`, hosted };
}

const refusal = (status: number, name: string): Reply => ({
  status,
  body: { error: { status: name, message: name } },
});

function answer(
  { method, path, headers, body }: ReceivedRequest,
  hosted: CallableFunction,
  isRefused: boolean,
): Reply {
  if (path !== '/hotschedules-getSchedule') return { status: 404, body: '<h1>Page not found</h1>' };
  if (hosted.token !== null && headers.authorization !== `Bearer ${hosted.token}`) {
    return refusal(401, 'UNAUTHENTICATED');
  }
  const { data, ...more } = JSON.parse(body);
  if (method !== 'POST' || headers['content-type'] !== 'application/json' || Object.keys(more).length > 0) {
    return refusal(400, 'INVALID_ARGUMENT');
  }
  if (isRefused || data.user !== hosted.user || data.pass !== hosted.pass) {
    return refusal(403, 'PERMISSION_DENIED');
  }
  if (hosted.failing?.date === data.date) {
    return { status: 500, body: { error: { status: 'INTERNAL', message: hosted.failing?.message } } };
  }
  const shifts = hosted.schedule[data.date] ?? [];
  const roles = [...new Set(shifts.map(({ role }) => role))];
  return { body: { [hosted.key]: { schedule: { roles, shifts } } } };
}
