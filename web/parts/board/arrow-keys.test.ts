import { expect, test } from 'vitest';
import { nearest, type Rect } from './arrow-keys.ts';

const box = (left: number, top: number): Rect => ({ left, right: left + 100, top, bottom: top + 40 });

test('an arrow key goes to the nearest box on its side', () => {
  const boxes = [box(0, 0), box(200, 100), box(0, 200), box(0, 300), box(-200, 100)];
  const from = box(0, 100);
  const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
  expect(keys.map((key) => nearest(from, boxes, key))).toEqual([0, 1, 2, 4]);
});

test('a box straight ahead wins over a closer one off to the side', () => {
  expect(nearest(box(0, 0), [box(150, 50), box(0, 150)], 'ArrowDown')).toBe(1);
});

test('of two boxes ahead that touch, the one in line wins', () => {
  expect(nearest(box(100, 0), [box(0, 50), box(100, 50)], 'ArrowDown')).toBe(1);
});

test('at the edge of the board, or with another key, there is no next box', () => {
  expect(nearest(box(0, 0), [box(200, 0)], 'ArrowLeft')).toBe(-1);
  expect(nearest(box(0, 0), [box(200, 0)], 'Enter')).toBe(-1);
});
