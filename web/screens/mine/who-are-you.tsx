import { Suspense } from 'react';
import { findMe } from '../../../contract/mine.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { lazyWhenIdle } from '../../parts/alerts/lazy-when-idle.ts';
import { useQuery } from '../../parts/lists/use-list.ts';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { ThisIsMe } from './this-is-me.tsx';

const FindByName = lazyWhenIdle(async () => (await import('./find-by-name.tsx')).FindByName);

export function WhoAreYou({ team }: { team: string }) {
  const { value, error } = useQuery((client) =>
    client.call(findMe, { params: { team }, query: { name: undefined } }),
  );
  const [only, another] = value?.exact ?? [];
  const isClear = only !== undefined && another === undefined;
  const others = value ? [...(isClear ? [] : value.exact), ...value.similar, ...value.today] : [];
  return (
    <>
      {error && <Alert tone="warning">{sentence(error)}</Alert>}
      {!value && !error && <Loading />}
      {isClear && (
        <Card title="Is this you?" isPadded>
          <Stack>
            <p>
              Are you <strong>{only.name}</strong> on the schedule?
            </p>
            <ThisIsMe team={team} person={only} isWide>
              Yes, that’s me
            </ThisIsMe>
          </Stack>
        </Card>
      )}
      {value && (
        <Card title="Choose Your Name" isPadded>
          <Stack>
            <p>Then this page shows your positions and breaks.</p>
            {others.length > 0 && (
              <ul className="mine__people">
                {others.map((person) => (
                  <li key={person.id}>
                    <ThisIsMe team={team} person={person} isWide>
                      {person.name}
                    </ThisIsMe>
                  </li>
                ))}
              </ul>
            )}
            <Suspense>
              <FindByName team={team} />
            </Suspense>
          </Stack>
        </Card>
      )}
    </>
  );
}
