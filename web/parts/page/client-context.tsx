import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from 'react';
import type { Client } from '../../../client/client.ts';
import type { DocumentView, LiveDocument } from '../../../client/document/document-view.ts';
import type { Observable } from '../../../client/observable.ts';
import type { Me, Membership } from '../../../contract/me.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument, emptyCrew } from '../../../domain/crew/crew-document.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { mayRunTheDay, type Role } from '../../../domain/team/user.ts';
import { useListener } from '../../ui/page/events.ts';
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

export function useMembership(): Membership | undefined {
  const team = useTeamId();
  return useMe()?.teams.find(({ id }) => id === team);
}

/** Whether the user is a manager of the chosen team who has to set up an authenticator app to manage it. */
export const useNeedsSecondFactor = (): boolean => useMembership()?.needsSecondFactor ?? false;

/** The user's role in the chosen team; a viewer until it is known. On a kiosk, that of who is there, or of the tablet. */
export function useRole(): Role {
  const here = useObservable(useClient().kiosk.person);
  const own = useMembership()?.role ?? 'viewer';
  return here?.role ?? own;
}

/** A document of the chosen team, loading as long as it isn't known which. */
function useDocument<Body extends DocumentBody>(
  open: (client: Client, team: string) => Observable<DocumentView<Body>> | null,
): DocumentView<Body> {
  const client = useClient();
  const team = useTeamId();
  return useObservable<DocumentView<Body>>((team !== null && open(client, team)) || nothing);
}

export const useTeam = () => useDocument<Team>((client, team) => client.open('team', team, team));

/** The team's time zone, or the device's until the team has loaded. */
export function useTimeZone(): string {
  const team = useTeam();
  return team.state === 'ready' ? team.body.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export const useTemplate = (template: string) =>
  useDocument<Template>((client, team) => client.open('template', team, template));

const noCrew: DocumentView<Crew> = { state: 'ready', body: emptyCrew, version: 0, pending: 0 };
const hiddenCrew: Observable<DocumentView<Crew>> = { get: () => noCrew, subscribe: () => () => {} };

/** The people of the chosen team; nobody for viewers, who may not see them. */
export function useCrew(): DocumentView<Crew> {
  const maySee = mayRunTheDay(useRole());
  return useDocument<Crew>((client, team) => (maySee ? client.open('crew', team, crewDocument) : hiddenCrew));
}

/** Nobody until they are loaded, too. */
export function useKnownCrew(): Crew {
  const crew = useCrew();
  return crew.state === 'ready' ? crew.body : emptyCrew;
}

export function useLayout(): DocumentView<Layout> {
  useObservable(useClient().choices.layout);
  return useDocument<Layout>(chosenLayout);
}

/** The one that the day view shows; loading where none is selected. */
export function useBoard(): DocumentView<Layout> {
  const board = useObservable(useClient().choices.board);
  return useDocument<Layout>((client, team) => (board === null ? null : client.open('layout', team, board)));
}

/** On a page of a day, which `RequireLayout` shows once its layout is loaded. */
export function useReadyLayout(): Layout {
  const layout = useLayout();
  if (layout.state !== 'ready') throw new Error('useReadyLayout needs RequireLayout around it');
  return layout.body;
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

export function useBackOnline(run: () => unknown): void {
  const isOnline = useObservable(useClient().connection) === 'online';
  const back = useEffectEvent(run);
  useEffect(() => {
    if (isOnline) back();
  }, [isOnline]);
  useListener('online', run);
}
