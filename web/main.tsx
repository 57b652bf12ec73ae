import { createRoot } from 'react-dom/client';
import { browserParts } from '../client/browser.ts';
import { createClient } from '../client/client.ts';
import { deviceStorage } from '../client/device-storage.ts';
import { keepSession } from '../client/kept-session.ts';
import { App } from './app.tsx';
import { colorMode, showColorMode } from './parts/color-mode.ts';
import './styles/base.css';
import { showTelevision } from './styles/television.ts';

showColorMode(colorMode());
showTelevision();
const parts = browserParts(deviceStorage());
const client = createClient(parts);
keepSession(client, parts.clock);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
