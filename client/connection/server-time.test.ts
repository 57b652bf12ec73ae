import { expect, it } from 'vitest';
import { ServerTime } from './server-time.ts';

const hour = 3_600_000;

/** A device whose clocks are one hour slow, and that knows the server's time to within 10 ms. */
function deviceAt(noon: number) {
  const device = { wall: noon - hour, steady: 500, pings: 0 };
  const time = new ServerTime(
    {
      wall: () => device.wall,
      steady: () => device.steady,
      after: (_, run) => {
        run();
        return () => {};
      },
    },
    () => {
      device.pings += 1;
    },
  );
  const pass = (milliseconds: number) => {
    device.wall += milliseconds;
    device.steady += milliseconds;
  };
  const answer = (now: number, took = 20) => {
    const asked = time.read();
    pass(took);
    time.learn(asked, now + took / 2);
  };
  answer(noon);
  return { device, time, pass, answer };
}

const noon = Date.UTC(2026, 10, 21, 12);

it('[CH31] counts the time a device was asleep, while its steady clock stood still', () => {
  const { device, time, pass } = deviceAt(noon);
  pass(60_000);
  device.wall += 2 * hour;
  expect(time.now()).toBe(noon + 20 + 60_000 + 2 * hour);
});

it('[CH31] asks the server again, once, when a clock has stopped or jumped', () => {
  const { device, time, answer } = deviceAt(noon);
  device.wall += 2 * hour;
  for (let look = 0; look < 3; look++) time.now();
  expect(device.pings).toBe(1);
  // The wall clock had been set forward: no time has passed.
  answer(noon + 20);
  expect(time.now()).toBe(noon + 40);
  device.wall += hour;
  time.now();
  expect(device.pings).toBe(2);
});

it('[CH31] does not follow a wall clock that is set back, or that is a little fast', () => {
  const { device, time, pass } = deviceAt(noon);
  device.wall -= 24 * hour;
  pass(60_000);
  expect(time.now()).toBe(noon + 20 + 60_000);
  device.wall += 24 * hour + 800;
  expect(time.now()).toBe(noon + 20 + 60_000);
  expect(device.pings).toBe(0);
});

it('[CH31] learns nothing from an answer that waited while the device was asleep', () => {
  const { device, time, answer } = deviceAt(noon);
  const asked = time.read();
  device.wall += 20_000;
  time.learn(asked, noon + 20);
  expect(time.now()).toBe(noon + 20 + 20_000);
  expect(device.pings).toBe(1);
  answer(noon + 20_040);
  expect(time.now()).toBe(noon + 20_060);
});

it('[CH31] stays with a quick answer when a slow one differs by little, until eight others have followed', () => {
  const { device, time, answer } = deviceAt(noon);
  const ahead = () => time.now() - (device.wall + hour);
  for (let other = 0; other < 7; other++) {
    answer(device.wall + hour + 50, 60);
    expect(ahead()).toBe(0);
  }
  answer(device.wall + hour + 50, 60);
  expect(ahead()).toBe(50);
});

it('[CH31] does not take a clock that was set since for time that passed', () => {
  const { device } = deviceAt(noon);
  const clock = { wall: () => device.wall, steady: () => device.steady, after: () => () => {} };
  const later = new ServerTime(clock, () => {});
  // of a device without a battery, which began in 1970
  later.presume({ server: noon, wall: 5_000 });
  device.wall = noon + hour;
  expect(later.now()).toBe(noon + hour);
  // and that begins there again
  device.wall = 0;
  expect(later.now()).toBe(noon);
});
