import { createRoot } from 'react-dom/client';
import { createClient } from '../client/client.ts';
import { keepSessionAlive } from '../client/connection/session-keep-alive.ts';
import { browserOptions } from '../client/device/browser.ts';
import { indexedDbOutbox } from '../client/device/indexed-db.ts';
import { App } from './app.tsx';
import { colorMode, showColorMode } from './parts/theme/color-mode.ts';
import './styles/base.css';
import { showTelevision } from './styles/television.ts';

showColorMode(colorMode());
showTelevision();
const parts = browserOptions(indexedDbOutbox());
const client = createClient(parts);
keepSessionAlive(client, parts.clock);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
