import { approvePairing, pollPairing, startPairing } from '../../contract/devices.ts';
import type { DeviceKind, DeviceRole } from '../../domain/team/device.ts';
import { type Visitor, visit } from './running-server.ts';

interface Terms {
  readonly team: string;
  readonly kind: DeviceKind;
  readonly name?: string;
  readonly role?: DeviceRole;
  readonly area?: string | null;
}

/** A browser without a person that a manager has just paired, with its id. */
export async function pairDevice(
  address: string,
  manager: Visitor,
  { team, kind, name = `The ${kind}`, role = 'viewer', area = null }: Terms,
): Promise<Visitor & { readonly id: string }> {
  const visitor = visit(address);
  const started = await visitor.call(startPairing, { body: { kind } });
  const { deviceCode, userCode: code } = started.value;
  const approved = await manager.call(approvePairing, {
    params: { team },
    body: { code, name, area, role },
  });
  if (approved.status !== 200) throw new Error(approved.text);
  await visitor.call(pollPairing, { body: { deviceCode } });
  return { ...visitor, id: approved.value.device.id };
}
