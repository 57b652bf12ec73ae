import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { WebSocket } from 'ws';
import { Client } from '../../client/client.ts';
import { browserOptions } from '../../client/device/browser.ts';
import { App } from '../../web/app.tsx';
import { dismissToast, toasts } from '../../web/ui/message/toast.tsx';
import { renders } from '../count-renders.ts';
import { longestWait } from '../hang-watch.ts';
import { memoryOutbox } from '../stores/memory-outbox.ts';
import { Locator } from './locator.ts';
import { settled } from './reading.ts';
import { Session } from './session.ts';

/** The whole app in a DOM, at an address of the real server, as someone with that visitor's cookies has it. */
export class Page extends Locator {
  readonly user: UserEvent = userEvent.setup({ delay: null, document });
  session: Session;
  /** What the browser keeps until it is sent. */
  readonly outbox = memoryOutbox();
  #isDone = () => true;
  #close = () => {};

  constructor(address: string) {
    super(undefined as never, '', () => [document.documentElement]);
    this.session = new Session(address);
    globalThis.fetch = (async (path: string, init?: RequestInit) => {
      if (this.session.isOffline) throw new TypeError('Failed to fetch');
      return this.session.fetch(path, init);
    }) as typeof fetch;
    // biome-ignore lint/suspicious/noExplicitAny: the page's own, with the cookies
    globalThis.WebSocket = socketOf(() => this.session) as any;
  }

  override page(): Page {
    return this;
  }

  /** The browser: its cookies, and requests with them. */
  context = (): Session => this.session;

  /** From the next load on, the page is this person's: whose screens a test looks at. */
  async handTo(session: Session): Promise<void> {
    await this.leave();
    this.session = session;
  }

  /** Loads the page: what was in memory is gone, what the browser remembers stays. */
  async goto(path: string): Promise<void> {
    await this.leave();
    // what is open already gets no second entry
    if (new URL(path, location.href).href !== location.href) history.pushState(null, '', path);
    const { memory, fetch, ...others } = browserOptions(this.outbox);
    let isOpen = true;
    // unlike in a browser, what a closed page had begun goes on: it neither asks as the next person nor changes what is kept
    const client = new Client({
      ...others,
      fetch: (address, init) => (isOpen ? fetch(address, init) : new Promise(() => {})),
      memory: {
        getItem: (key) => memory.getItem(key),
        setItem: (key, text) => isOpen && memory.setItem(key, text),
        removeItem: (key) => isOpen && memory.removeItem(key),
      },
    });
    const element = document.createElement('div');
    element.id = 'root';
    document.body.append(element);
    const root = createRoot(element);
    root.render(createElement(App, { client }));
    this.#isDone = () => client.unsaved.get() === 0 || client.connection.get() !== 'online';
    this.#close = () => {
      isOpen = false;
      root.unmount();
      client.close();
      for (const { id } of toasts()) dismissToast(id);
      document.body.replaceChildren();
      document.documentElement.removeAttribute('style');
    };
    await settled();
  }

  reload = (): Promise<void> => this.goto(location.pathname + location.search + location.hash);

  async goBack(): Promise<void> {
    history.back();
    await settled();
  }

  async goForward(): Promise<void> {
    history.forward();
    await settled();
  }

  url = (): string => location.href;

  readonly keyboard = {
    press: (keys: string): Promise<void> => this.user.keyboard(pressed(keys)),
    type: (text: string): Promise<void> => this.user.keyboard(text.replace(/[{[]/g, '$&$&')),
  };

  /** Waits until it is so, or for as long as nothing that works would take. */
  async becomes(is: () => boolean, wanted = true): Promise<boolean> {
    const end = performance.now() + longestWait;
    while (is() !== wanted && performance.now() < end) await change();
    return is();
  }

  async until(is: () => boolean, what: string): Promise<void> {
    if (!(await this.becomes(is))) throw new Error(`${what}: not there\n${document.body.textContent}`);
  }

  /** How often it draws in so many turns of the event loop in which nobody does anything. */
  async rendersIn(turns: number): Promise<number> {
    const before = renders();
    for (let turn = 0; turn < turns; turn++) await settled();
    return renders() - before;
  }

  /** Only once what was pressed is done: unlike in a browser, its last steps would go on in the next page. */
  async leave(): Promise<void> {
    await this.until(this.#isDone, 'changes are sent');
    await settled();
    this.#close();
    this.#close = () => {};
  }
}

/** The next change of the page, or a moment. */
const change = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(done);
    const timer = setTimeout(done, 25);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    function done() {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    }
  });

/** 'Control+Shift+A' as the typing library writes it. */
function pressed(keys: string): string {
  const parts = keys.split(/\+(?=.)/);
  const key = (parts.pop() as string).replace('Space', ' ');
  const down = parts.map((each) => `{${each}>}`).join('');
  const up = parts.map((each) => `{/${each}}`).reverse();
  const last = key.length > 1 ? key : parts.length > 0 ? key.toLowerCase() : key;
  return `${down}${last.length === 1 && !/[{[]/.test(last) ? last : `{${last}}`}${up.join('')}`;
}

const socketOf = (sessionNow: () => Session) =>
  class extends WebSocket {
    constructor(address: string) {
      const session = sessionNow();
      const { sockets, isOffline, headers } = session;
      // the page has the address of the server that all tests share
      const { protocol, pathname, search } = new URL(address);
      const { host } = new URL(session.address);
      super(`${protocol}//${host}${pathname}${search}`, { headers: headers(), perMessageDeflate: false });
      this.on('error', () => {});
      sockets.add(this);
      this.on('close', () => sockets.delete(this));
      if (isOffline) this.terminate();
    }
  };
