import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Client } from '../../../client/client.ts';
import type { RefusedChange } from '../../../client/outbox/outbox-storage.ts';
import { whatChanged } from '../../../domain/change/what-changed.ts';
import { type Problem, sentence } from '../../../domain/problem/problem.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { useClient } from './client-context.tsx';
import './refused-changes.css';

/** A sentence, and how many changes it is about. */
interface Entry {
  readonly text: string;
  readonly count: number;
}

interface Props {
  readonly refused: readonly RefusedChange[];
  readonly onClose: () => void;
}

/** The changes that the server refused after they were shown. Loaded with the first of them. */
export default function RefusedChanges({ refused, onClose }: Props) {
  const client = useClient();
  const entries = refused
    .map((change) => sentence(problemOf(change, client)))
    .reduce<readonly Entry[]>(withText, []);
  return (
    <div className="refused-changes">
      <Alert
        tone="problem"
        action={<IconButton variant="quiet" label="Close" icon={<IconX />} onPress={onClose} />}
      >
        <ul className="refused-changes__list">
          {entries.map(({ text, count }) => (
            <li key={text}>{count > 1 ? `${text} (${count} changes)` : text}</li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function withText(entries: readonly Entry[], text: string): readonly Entry[] {
  const known = entries.find((entry) => entry.text === text);
  if (!known) return [...entries, { text, count: 1 }];
  return entries.map((entry) => (entry === known ? { text, count: entry.count + 1 } : entry));
}

function problemOf({ team, change, problem, cause }: RefusedChange, client: Client): Problem {
  const what = whatChanged(change);
  if (!cause) return { code: 'change-refused', details: { what, reason: sentence(problem) } };
  const body = client.open('team', team, team).get();
  const zone = body.state === 'ready' ? body.body.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time = fromMinutes(wallClock(cause.at, zone).minutes);
  return { code: 'change-overtaken', details: { who: cause.who, did: cause.did, time, what } };
}
