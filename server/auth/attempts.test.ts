import { expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';

function attemptsAt() {
  let now = 0;
  const attempts = createAttempts(() => now);
  return {
    attempts,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    triesOf: (email: string, address: string, times: number) =>
      Array.from({ length: times }, () => attempts.begin(email, address)).filter(Boolean).length,
  };
}

test('one address gets ten tries a minute at an account, and other accounts are not touched', () => {
  const { triesOf, pass } = attemptsAt();
  expect(triesOf('a@example.com', '10.0.0.1', 16)).toBe(10);
  expect(triesOf('b@example.com', '10.0.0.1', 16)).toBe(10);
  pass(6_000);
  expect(triesOf('a@example.com', '10.0.0.1', 16)).toBe(1);
  pass(60_000);
  expect(triesOf('a@example.com', '10.0.0.1', 16)).toBe(10);
});

test('a right password starts its address afresh', () => {
  const { attempts, triesOf } = attemptsAt();
  expect(triesOf('a@example.com', '10.0.0.1', 9)).toBe(9);
  attempts.succeeded('a@example.com', '10.0.0.1');
  expect(triesOf('a@example.com', '10.0.0.1', 16)).toBe(10);
});

test('many addresses guessing one account are slowed down, and its owner still gets in', () => {
  const { attempts, triesOf } = attemptsAt();
  attempts.begin('a@example.com', 'home');
  attempts.succeeded('a@example.com', 'home');
  const guesses = Array.from({ length: 100 }, (_, each) => triesOf('a@example.com', `10.0.1.${each}`, 10));
  expect(guesses.reduce((sum, each) => sum + each)).toBe(30);
  expect(attempts.begin('a@example.com', 'home')).toBe(true);
});
