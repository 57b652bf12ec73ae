import { createRouter, RouterProvider } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import { dayRoutes } from './app/day-routes.tsx';
import {
  account,
  confirm,
  confirmEmail,
  forgot,
  inTeam,
  join,
  login,
  logout,
  providerReturn,
  register,
  reset,
  signedIn,
  start,
} from './app/entry-routes.tsx';
import { root } from './app/root-route.tsx';
import { teamRoutes } from './app/team-routes.tsx';
import { templateRoutes } from './app/template-routes.tsx';
import { BrokenPage, NotFoundPage } from './parts/frame/stray-pages.tsx';
import { ClientProvider } from './parts/page/client-context.tsx';
import { Loading } from './ui/message/loading.tsx';

const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    forgot,
    confirm,
    reset,
    providerReturn,
    logout,
    signedIn.addChildren([
      start,
      join,
      confirmEmail,
      account,
      inTeam.addChildren([teamRoutes, templateRoutes, dayRoutes]),
    ]),
  ]),
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function App({ client }: { client: Client }) {
  return (
    <ClientProvider client={client}>
      <RouterProvider router={router} />
    </ClientProvider>
  );
}
