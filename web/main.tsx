import { createRoot } from 'react-dom/client';
import { createClient } from '../client/client.ts';
import { keepSession } from '../client/connection/kept-session.ts';
import { browserParts } from '../client/device/browser.ts';
import { deviceStorage } from '../client/device/device-storage.ts';
import { App } from './app.tsx';
import { colorMode, showColorMode } from './parts/theme/color-mode.ts';
import './styles/base.css';
import { showTelevision } from './styles/television.ts';

showColorMode(colorMode());
showTelevision();
const parts = browserParts(deviceStorage());
const client = createClient(parts);
keepSession(client, parts.clock);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
