import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useRef, useState } from 'react';
import type { Client } from '../../../../client/client.ts';
import type { RefusedChange } from '../../../../client/outbox/outbox-storage.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import { whatChanged } from '../../../../domain/change/what-changed.ts';
import type { Problem } from '../../../../domain/problem/problem.ts';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { useHeightVariable } from '../../../ui/page/events.ts';
import { timeOf } from '../../undo/say-not-undone.ts';
import { useClient } from '../client-context.tsx';
import './refused-changes.css';

const t = words('page');

interface Props {
  readonly refused: readonly RefusedChange[];
  readonly overruled: readonly Problem[];
  readonly onClose: () => void;
}

/** Changes that the server refused after they were shown, or that somebody else overruled. Loaded with the first of them. */
export default function RefusedChanges({ refused, overruled, onClose }: Props) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const list = useId();
  useHeightVariable(panel, '--refused-height');
  const counts = new Map<string, number>();
  for (const problem of [...refused.map((change) => problemOf(change, client)), ...overruled]) {
    const text = sentence(problem);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const entries = [...counts];
  const more = entries.length - 1;
  return (
    <div className="refused-changes" ref={panel}>
      <Alert
        tone="problem"
        action={<IconButton variant="quiet" label={t('close')} icon={<IconX />} onPress={onClose} />}
      >
        <ul className="refused-changes__list" id={list} tabIndex={isOpen ? 0 : undefined}>
          {(isOpen ? entries : entries.slice(0, 1)).map(([text, count]) => (
            <li key={text}>{count > 1 ? t('text-of-changes', { text, count }) : text}</li>
          ))}
        </ul>
        {more > 0 && (
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={list}
            onPress={() => setOpen((was) => !was)}
          >
            {isOpen ? t('show-less') : t('show-more', { count: more })}
          </Button>
        )}
      </Alert>
    </div>
  );
}

function problemOf({ team, change, problem, cause }: RefusedChange, client: Client): Problem {
  if (problem.code === 'undo-overtaken') {
    return cause ? { ...problem, details: { did: `${cause.who} ${cause.did}` } } : problem;
  }
  const what = whatChanged(change);
  if (!cause) return { code: 'change-refused', details: { what, reason: sentence(problem) } };
  const time = timeOf(client, team, cause.at);
  return { code: 'change-overtaken', details: { who: cause.who, did: cause.did, time, what } };
}
