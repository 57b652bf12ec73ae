import { useLayoutEffect } from 'react';
import { keepOnDevice, keptOnDevice } from '../../client/device/browser.ts';
import { formats } from '../../client/words/formats.ts';
import { formatsOf } from '../../domain/team/team.ts';
import { clockFormats, dateFormats, defaultFormats, type Formats } from '../../domain/time/formats.ts';
import { useMe, useTeam, useTeamId } from '../parts/page/client-context.tsx';

const key = 'teamFormats';

/** The last known formats of that team on this device, else of the one shown last: times would change before people's eyes. */
export function rememberedFormats(team: string | null): Formats {
  const [ofTeam, clock, date] = keptOnDevice(key)?.split('|') ?? [];
  if (team !== null && team !== ofTeam) return defaultFormats;
  return formatsOf({
    clock: clockFormats.find((each) => each === clock),
    date: dateFormats.find((each) => each === date),
  });
}

function write({ clock, date }: Formats): void {
  const now = formats.get();
  if (clock !== now.clock || date !== now.date) formats.set({ clock, date });
}

/** Times and dates are written as the chosen team does. */
export function TeamFormats() {
  const me = useMe();
  const id = useTeamId();
  const team = useTeam();
  const isComing = me === null || (id !== null && team.state === 'loading');
  const { clock, date } = team.state === 'ready' ? formatsOf(team.body) : defaultFormats;

  useLayoutEffect(() => {
    if (isComing) return write(rememberedFormats(id));
    keepOnDevice(key, id && `${id}|${clock}|${date}`);
    write({ clock, date });
  }, [isComing, id, clock, date]);
  return null;
}
