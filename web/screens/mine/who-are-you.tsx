import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { findMe } from '../../../contract/mine.ts';
import { useQuery } from '../../parts/lists/use-list.tsx';
import { ChooseMe, ThisIsMe } from '../../parts/mine/this-is-me.tsx';
import { lazyWhenIdle } from '../../parts/page/lazy-screen.tsx';
import { richWords } from '../../parts/page/rich-words.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Card, Stack } from '../../ui/page/page.tsx';

const t = words('mine');

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
        <Card title={t('is-this-you')} isPadded>
          <Stack>
            <p>{richWords((gaps) => t('are-you', gaps), { name: <strong>{only.name}</strong> })}</p>
            <ThisIsMe team={team} person={only} />
          </Stack>
        </Card>
      )}
      {value && (
        <Card title={t('choose-your-name')} isPadded>
          <Stack>
            <p>{t('then-shows')}</p>
            <ChooseMe team={team} people={others} />
            <FindByName team={team} />
          </Stack>
        </Card>
      )}
    </>
  );
}
