import { sentence } from '../../../client/words/sentence.ts';
import { findMe } from '../../../contract/mine.ts';
import { useQuery } from '../../parts/lists/use-list.tsx';
import { ChooseMe, ThisIsMe } from '../../parts/mine/this-is-me.tsx';
import { lazyWhenIdle } from '../../parts/page/lazy-screen.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Card, Stack } from '../../ui/page/page.tsx';

const FindByName = lazyWhenIdle(() => import('./find-by-name.tsx'), 'FindByName');

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
            <ThisIsMe team={team} person={only} />
          </Stack>
        </Card>
      )}
      {value && (
        <Card title="Choose Your Name" isPadded>
          <Stack>
            <p>Then this page shows your positions and breaks.</p>
            <ChooseMe team={team} people={others} />
            <FindByName team={team} />
          </Stack>
        </Card>
      )}
    </>
  );
}
