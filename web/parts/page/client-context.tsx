import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import type { DocumentView, LiveDocument } from '../../../client/document/document-view.ts';
import type { Observable } from '../../../client/observable.ts';
import type { Me } from '../../../contract/me.ts';
import { type Crew, crewDocument, emptyCrew } from '../../../domain/crew/crew.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { mayRunTheDay, type Role } from '../../../domain/team/user.ts';
import { useLasting } from './ticker.ts';

const ClientContext = createContext<Client | null>(null);

export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient needs a ClientProvider around it');
  return client;
}

export function useObservable<T>(readable: Observable<T>): T {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable]);
  const get = useCallback(() => readable.get(), [readable]);
  return useSyncExternalStore(subscribe, get);
}

const nothing: Observable<{ state: 'loading' }> = { get: () => loading, subscribe: () => () => {} };
const loading = { state: 'loading' } as const;

export const useMe = (): Me | null => useObservable(useClient().me);
export const useTeamId = (): string | null => useObservable(useClient().choices.team);

/** Whether the user is a manager of the chosen team who has to set up an authenticator app to manage it. */
export function useNeedsSecondFactor(): boolean {
  const me = useMe();
  const team = useTeamId();
  return me?.teams.find((each) => each.id === team)?.needsSecondFactor ?? false;
}

/** The user's role in the chosen team; a viewer until it is known. */
export function useRole(): Role {
  const me = useMe();
  const team = useTeamId();
  return me?.teams.find((each) => each.id === team)?.role ?? 'viewer';
}

export function useTeam(): DocumentView<Team> {
  const client = useClient();
  const team = useTeamId();
  return useObservable<DocumentView<Team>>(team === null ? nothing : client.open('team', team, team));
}

/** The team's time zone, or the device's until the team has loaded. */
export function useTimeZone(): string {
  const team = useTeam();
  return team.state === 'ready' ? team.body.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function useTemplate(template: string): DocumentView<Template> {
  const client = useClient();
  const team = useTeamId();
  return useObservable<DocumentView<Template>>(
    team === null ? nothing : client.open('template', team, template),
  );
}

const noCrew: DocumentView<Crew> = { state: 'ready', body: emptyCrew, version: 0, pending: 0 };
const hiddenCrew: Observable<DocumentView<Crew>> = { get: () => noCrew, subscribe: () => () => {} };

/** The people of the chosen team; nobody for viewers, who may not see them. */
export function useCrew(): DocumentView<Crew> {
  const client = useClient();
  const team = useTeamId();
  const maySee = mayRunTheDay(useRole());
  return useObservable<DocumentView<Crew>>(
    team !== null && maySee ? client.open('crew', team, crewDocument) : hiddenCrew,
  );
}

export function useLayout(): DocumentView<Layout> {
  const client = useClient();
  const team = useTeamId();
  const layout = useObservable(client.choices.layout);
  return useObservable<DocumentView<Layout>>(
    team === null || layout === null ? nothing : client.open('layout', team, layout),
  );
}

export function chosenLayout(client: Client): LiveDocument<Layout> | null {
  const [team, layout] = [client.choices.team.get(), client.choices.layout.get()];
  return team === null || layout === null ? null : client.open('layout', team, layout);
}

/** In milliseconds: sending takes less as a rule. */
export const quickSending = 1500;

export function useChangesWait(): boolean {
  const client = useClient();
  const isPending = useObservable(client.unsaved) > 0;
  const isConnected = useObservable(client.connection) === 'online';
  const isSlow = useLasting(isPending, quickSending);
  return isPending && (isSlow || !isConnected);
}
