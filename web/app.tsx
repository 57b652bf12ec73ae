import type { Client } from '../client/client.ts';
import { Routes } from './app/routes.tsx';
import { Shell } from './app/shell.tsx';
import { ClientProvider } from './parts/page/client-context.tsx';

export function App({ client }: { client: Client }) {
  return (
    <ClientProvider client={client}>
      <Shell>
        <Routes />
      </Shell>
    </ClientProvider>
  );
}
