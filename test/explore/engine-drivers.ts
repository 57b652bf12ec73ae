// How `explore -- engines` drives a browser: WebDriver, its successor BiDi, or Chromium's own protocol, all over what Node has.

/** One page of a browser. */
export interface Driver {
  goto(address: string): Promise<void>;
  /** The result of an expression, awaited, as JSON has it. */
  evaluate(expression: string): Promise<unknown>;
  /** A mouse that rests on a point. */
  hover(point: Point): Promise<void>;
  /** A mouse that is pressed at the first point and released at the last. */
  mouse(points: readonly Point[]): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export type Point = readonly [x: number, y: number];

/** In milliseconds. Nothing takes as long, even on a busy machine. */
const patience = 20_000;

/** What `work` gives, or an error once it took longer. In milliseconds. */
export async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What `look` gives once it gives something and doesn't throw; `what` is for the error. */
export async function until<T>(look: () => Promise<T>, what: unknown = look): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await within(patience, look()).catch((error: unknown) => error as Error);
    if (found && !(found instanceof Error)) return found;
    if (Date.now() > end) throw found || new Error(`Nothing came within ${patience / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const asText = (expression: string) => `(async () => JSON.stringify((await (${expression})) ?? null))()`;

/** What WebDriver and BiDi send for a mouse. */
const pointer = (points: readonly Point[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: points.flatMap(([x, y], index) => [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: index ? 60 : 0 },
    ...(index === 0 ? [{ type: 'pointerDown', button: 0 }] : []),
    ...(index === points.length - 1 ? [{ type: 'pointerUp', button: 0 }] : []),
  ]),
});

const rest = ([x, y]: Point) => ({
  ...pointer([]),
  actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }],
});

const keys = (text: string) => ({
  type: 'key',
  id: 'keys',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** A session of the WebDriver at an address, with what its browser needs. */
export async function webDriver(at: string, capabilities: object): Promise<Driver> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${at}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value as unknown;
  };
  const made = (await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string;
  };
  const session = `/session/${made.sessionId}`;
  const perform = (action: object) => send('POST', `${session}/actions`, { actions: [action] });
  await send('POST', `${session}/timeouts`, { script: 60_000 });
  return {
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    async evaluate(expression) {
      const script = `const done = arguments[0]; ${asText(expression)}.then(done, (error) => done('!' + error));`;
      const text = String(await send('POST', `${session}/execute/async`, { script, args: [] }));
      if (text.startsWith('!')) throw new Error(text);
      return JSON.parse(text);
    },
    hover: async (point) => void (await perform(rest(point))),
    mouse: async (points) => void (await perform(pointer(points))),
    type: async (text) => void (await perform(keys(text))),
    close: async () => void (await send('DELETE', session)),
  };
}

interface Answer {
  readonly id?: number;
  readonly error?: unknown;
  readonly message?: string;
  readonly result?: unknown;
}

/** Calls over a WebSocket whose answers have the numbers of their calls. */
async function calls(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Nothing answers at ${address}`)));
  });
  let last = 0;
  return {
    async call(method: string, params: object): Promise<unknown> {
      const id = ++last;
      const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { error, message, result } = await answer;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${message ?? JSON.stringify(error)}`);
      return result;
    },
    end: () => socket.close(),
  };
}

/** A page by WebDriver BiDi, which Firefox offers at `ws://…/session`. */
export async function bidi(address: string): Promise<Driver> {
  const { call, end } = await calls(address);
  await call('session.new', { capabilities: {} });
  const tree = (await call('browsingContext.getTree', {})) as { contexts: [{ context: string }] };
  const [{ context }] = tree.contexts;
  const perform = (action: object) => call('input.performActions', { context, actions: [action] });
  return {
    // a page that goes on by itself, as after signing in, ends it
    goto: async (url) =>
      void (await until(() => call('browsingContext.navigate', { context, url, wait: 'complete' }))),
    async evaluate(expression) {
      const given = { expression: asText(expression), target: { context }, awaitPromise: true };
      const answer = (await call('script.evaluate', given)) as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result?.value ?? 'null');
    },
    hover: async (point) => void (await perform(rest(point))),
    mouse: async (points) => void (await perform(pointer(points))),
    type: async (text) => void (await perform(keys(text))),
    close: async () => {
      await call('session.end', {}).catch(() => {});
      end();
    },
  };
}

/** A page of a Chromium by its own protocol, at the address that it prints. */
export async function chromiumPage(port: number): Promise<Driver> {
  const pages = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const { call, end } = await calls(pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  const evaluate = async (expression: string) => {
    const given = { expression: asText(expression), awaitPromise: true, returnByValue: true };
    const answer = (await call('Runtime.evaluate', given)) as {
      result: { value: string };
      exceptionDetails?: { text: string };
    };
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
    return JSON.parse(answer.result.value);
  };
  const mouse = (type: string, [x, y]: Point, buttons: number) =>
    call('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
  return {
    async goto(url) {
      await call('Page.navigate', { url });
      const origin = JSON.stringify(new URL(url).origin);
      await until(() => evaluate(`document.readyState === 'complete' && location.origin === ${origin}`));
    },
    evaluate,
    hover: async (point) => void (await mouse('mouseMoved', point, 0)),
    async mouse(points) {
      const first = points[0] ?? [0, 0];
      await mouse('mouseMoved', first, 0);
      await mouse('mousePressed', first, 1);
      for (const point of points.slice(1)) await mouse('mouseMoved', point, 1);
      await mouse('mouseReleased', points.at(-1) ?? first, 0);
    },
    async type(text) {
      for (const key of text) {
        await call('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
        await call('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
    },
    close: async () => end(),
  };
}
