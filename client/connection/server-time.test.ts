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
  const answer = (now: number) => {
    const asked = time.read();
    pass(20);
    time.learn(asked, now + 10);
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
