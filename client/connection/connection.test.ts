import { describe, expect, it } from 'vitest';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import { SimulatedTime } from '../../test/simulation/simulated-time.ts';
import { Connection, type ReceivedMessage } from './connection.ts';
import type { SocketEvents } from './transport.ts';

/** A connection to a server that answers when the test says so. */
function connect() {
  const time = new SimulatedTime();
  const attempts: { at: number; events: SocketEvents; sent: string[]; closed: boolean }[] = [];
  const news: string[] = [];
  const received: ReceivedMessage[] = [];
  let reachable = () => {};
  let heard = () => {};
  const connection = new Connection(
    {
      clock: time.clock(0),
      random: () => Uint8Array.of(255),
      transport: {
        connect: (events) => {
          const attempt = { at: time.now, events, sent: [] as string[], closed: false };
          attempts.push(attempt);
          return {
            send: (text) => attempt.sent.push(text),
            close: () => {
              attempt.closed = true;
            },
          };
        },
        onReachable: (listener) => {
          reachable = listener;
          return () => {};
        },
      },
    },
    {
      ready: (epoch) => news.push(`ready ${epoch}`),
      received: (message) => {
        news.push(message.type);
        heard();
        received.push(message);
      },
      failed: () => news.push('failed'),
    },
  );
  connection.restart();
  const last = () => {
    const attempt = attempts.at(-1);
    if (!attempt) throw new Error('There was no attempt');
    return attempt;
  };
  const say = (message: ServerMessage) => last().events.received(JSON.stringify(message));
  const welcome = (now = 0) => {
    last().events.opened();
    say({ type: 'hello', protocol, epoch: 'e', now });
    say({ type: 'me', user: null, teams: [] });
  };
  return {
    time,
    connection,
    attempts,
    news,
    received,
    last,
    say,
    welcome,
    lookAgain: () => reachable(),
    whenHeard: (run: () => void) => {
      heard = run;
    },
  };
}

describe('a connection', () => {
  it('greets first, and is ready when it knows who we are', () => {
    const { connection, last, news, welcome } = connect();
    expect(connection.send({ type: 'ping' })).toBe(false);
    expect(connection.state.get()).toBe('connecting');
    welcome();
    expect(last().sent).toEqual([JSON.stringify({ type: 'hello', protocol, parts: true, resends: true })]);
    expect(news).toEqual(['me', 'ready e']);
    expect(connection.state.get()).toBe('online');
    expect(connection.send({ type: 'ping' })).toBe(true);
  });

  it('rests if it finds that nobody is signed in', async () => {
    const { time, connection, attempts, news, last, whenHeard, welcome } = connect();
    whenHeard(() => connection.rest());
    welcome();
    await time.pass(120_000, () => attempts.length > 1);
    expect({ attempts: attempts.length, news, closed: last().closed }).toEqual({
      attempts: 1,
      news: ['me'],
      closed: true,
    });
  });

  it('tries again quickly at first, then at most every 5 seconds', async () => {
    const { time, attempts, last } = connect();
    for (let attempt = 0; attempt < 8; attempt++) {
      last().events.closed();
      await time.pass(6_000, () => attempts.length > attempt + 1);
    }
    const waits = attempts.slice(1).map(({ at }, index) => Math.round(at - (attempts[index]?.at ?? 0)));
    expect(waits).toEqual([250, 499, 998, 1_996, 3_992, 4_990, 4_990, 4_990]);
  });

  it('tries at once when the network may be back', async () => {
    const { time, attempts, last, lookAgain } = connect();
    for (let attempt = 0; attempt < 6; attempt++) {
      last().events.closed();
      await time.pass(6_000, () => attempts.length > attempt + 1);
    }
    last().events.closed();
    const before = attempts.length;
    lookAgain();
    expect(attempts).toHaveLength(before + 1);
    expect(last().at).toBe(time.now);
  });

  it('is quick again after it has held', async () => {
    const { time, attempts, last, welcome } = connect();
    for (let attempt = 0; attempt < 4; attempt++) {
      last().events.closed();
      await time.pass(6_000, () => attempts.length > attempt + 1);
    }
    welcome();
    await time.pass(6_000);
    const { length } = attempts;
    const lostAt = time.now;
    last().events.closed();
    await time.pass(1_000, () => attempts.length > length);
    expect(attempts).toHaveLength(length + 1);
    expect(last().at - lostAt).toBeLessThanOrEqual(250);
  });

  it('waits longer each time for a server that greets and then hangs up', async () => {
    const { time, attempts, last, welcome } = connect();
    for (let attempt = 0; attempt < 4; attempt++) {
      welcome();
      last().events.closed();
      await time.pass(6_000, () => attempts.length > attempt + 1);
    }
    const waits = attempts.slice(1).map(({ at }, index) => Math.round(at - (attempts[index]?.at ?? 0)));
    expect(waits).toEqual([250, 499, 998, 1_996]);
  });

  it('tests an open connection as soon as the network may be another', () => {
    const { last, welcome, lookAgain } = connect();
    welcome();
    lookAgain();
    expect(JSON.parse(last().sent.at(-1) ?? '')).toEqual({ type: 'ping' });
  });

  it('notices within 15 seconds that nothing is received', async () => {
    const { time, attempts, connection, news, welcome } = connect();
    welcome();
    await time.pass(14_000);
    expect(attempts[0]?.closed).toBe(false);
    await time.pass(1_500);
    expect(attempts[0]?.closed).toBe(true);
    expect(attempts).toHaveLength(2);
    await time.pass(4_000);
    expect(connection.state.get()).toBe('offline');
    expect(news).not.toContain('failed');
  });

  it('stays as long as pings are answered', async () => {
    const { time, attempts, last, say, welcome } = connect();
    welcome();
    for (let second = 0; second < 100; second++) {
      const { length } = last().sent;
      await time.pass(1_000);
      if (last().sent.length > length) say({ type: 'pong', now: time.now });
    }
    expect(attempts).toHaveLength(1);
    expect(last().sent.filter((text) => text.includes('ping'))).toHaveLength(10);
  });

  it('gives up an attempt that hangs, and is offline before that', async () => {
    const { time, attempts, connection, news } = connect();
    await time.pass(3_500);
    expect(connection.state.get()).toBe('offline');
    await time.pass(5_000);
    expect(attempts.length).toBe(2);
    expect(attempts[0]?.closed).toBe(true);
    expect(news).toEqual(['failed']);
  });

  it('waits longer for an answer each time, as many pages may be waiting', async () => {
    const { time, attempts } = connect();
    await time.pass(250_000);
    const waited = attempts.slice(1).map(({ at }, index) => Math.round(at - (attempts[index]?.at ?? 0)));
    // With the pause before the next attempt.
    expect(waited.slice(0, 5)).toEqual([8_250, 9_499, 10_998, 12_996, 15_992]);
    expect(Math.max(...waited)).toBe(20_990);
  });

  it.each<readonly ServerMessage[]>([
    [{ type: 'hello', protocol: protocol + 1, epoch: 'e', now: 0 }],
    [
      { type: 'hello', protocol, epoch: 'e', now: 0 },
      { type: 'problem', problem: { code: 'protocol-unknown' } },
    ],
  ])(
    'asks for a reload and stops reconnecting when the server speaks a newer protocol',
    async (...messages) => {
      const { time, attempts, connection, last, say, lookAgain } = connect();
      last().events.opened();
      for (const message of messages) say(message);
      lookAgain();
      await time.pass(60_000);
      expect(connection.state.get()).toBe('reload');
      expect(attempts).toHaveLength(1);
      expect(last().closed).toBe(true);
    },
  );

  it.each<ServerMessage>([
    { type: 'problem', problem: { code: 'protocol-unknown' } },
    { type: 'hello', protocol: protocol - 1, epoch: 'e', now: 0 },
  ])('tries other servers while one that says $type is older', async (older) => {
    const { time, attempts, connection, last, say, welcome } = connect();
    const untilNext = (length: number) => time.pass(6_000, () => attempts.length > length);
    const meetOlder = async () => {
      const { length } = attempts;
      last().events.opened();
      say(older);
      await untilNext(length);
    };
    for (let attempt = 0; attempt < 7; attempt++) await meetOlder();
    expect(connection.state.get()).toBe('offline');
    welcome();
    expect(connection.state.get()).toBe('online');
    last().events.closed();
    await untilNext(attempts.length);
    for (let attempt = 0; attempt < 8; attempt++) await meetOlder();
    expect(connection.state.get()).toBe('reload');
  });

  it('leaves out what it cannot read', () => {
    const { last, news, welcome } = connect();
    welcome();
    for (const text of ['{', '3', '{"type":"listed"}', '{"type":"odd"}']) last().events.received(text);
    expect(news).toEqual(['me', 'ready e']);
  });

  it('reads what a newer server says beside what it knows', () => {
    const { last, say, welcome, received } = connect();
    welcome();
    const hear = (message: object) => last().events.received(JSON.stringify(message));
    const about = { team: 'north', document: 'monday' };
    hear({
      type: 'me',
      user: null,
      teams: [{ id: 'north', name: 'North', role: 'lead', shade: 1 }],
      mood: 2,
    });
    hear({ type: 'refused', ...about, id: 'x', problem: { code: 'later-problem', hint: 'h' } });
    expect(received.slice(1)).toEqual([
      { type: 'me', user: null, teams: [{ id: 'north', name: 'North', role: 'lead' }] },
      { type: 'refused', ...about, id: 'x', problem: { code: 'later-problem' } },
    ]);
    const change = { type: 'team.rename', name: 'South', shade: 1 };
    hear({ type: 'changed', ...about, version: 2, id: 'x', change, by: null, at: 0 });
    say({ type: 'listed', team: 'north' });
    expect(received.at(-1)).toEqual({ type: 'listed', team: 'north' });
    expect(received).toHaveLength(4);
  });

  it('listens to the newest socket only', () => {
    const { attempts, connection, news, welcome } = connect();
    welcome();
    connection.restart();
    attempts[0]?.events.received(JSON.stringify({ type: 'listed', team: 'north' }));
    attempts[0]?.events.closed();
    expect(news).toEqual(['me', 'ready e']);
    expect(attempts).toHaveLength(2);
  });

  it('believes the quickest answer about the server’s clock, and a new one when a clock has jumped', async () => {
    const { time, connection, last, say, welcome } = connect();
    const answer = async (took: number, ahead: number) => {
      const { length } = last().sent;
      await time.pass(15_000, () => last().sent.length > length);
      const askedAt = time.now;
      await time.pass(took);
      say({ type: 'pong', now: askedAt + ahead + took * 0.9 });
    };
    welcome(1_000);
    await answer(400, 1_000);
    expect(connection.time.now() - time.now).toBe(1_000);
    await answer(10, 9_000);
    expect(Math.abs(connection.time.now() - time.now - 9_000)).toBeLessThan(10);
  });
});
