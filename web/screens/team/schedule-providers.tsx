import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useConnections, useProviders } from '../../parts/lists/schedule-lists.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Badge } from '../../ui/message/badge.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Card } from '../../ui/page/card.tsx';
import { urls } from '../../urls.ts';

/** Schedule providers and whether the team is connected to them; for managers. */
export function ScheduleProviders({ team }: { team: string }) {
  const providers = useProviders(team);
  const connections = useConnections(team);
  const isConnected = (key: string) => connections.rows?.some(({ provider }) => provider === key) ?? false;
  const isReady = providers.rows && connections.rows;
  return (
    <Card title="Where Shifts Come From" isPadded>
      <ListProblem list={providers.error ? providers : connections} />
      {!isReady && !providers.error && !connections.error && <Loading />}
      {isReady && (
        <ul className="team__schedules">
          {providers.rows?.map(({ key, name }) => (
            <li key={key} className="team__schedule">
              <span className="team__provider">{name}</span>
              {isConnected(key) && <Badge tone="done">Connected</Badge>}
              <ButtonLink
                href={urls.schedule(key)}
                aria-label={`${isConnected(key) ? 'Change' : 'Connect'} ${name}`}
              >
                {isConnected(key) ? 'Change' : 'Connect'}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
