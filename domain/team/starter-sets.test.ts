import { expect, test } from 'vitest';
import { positionsOf } from '../plan/rotation.ts';
import { spanOf } from '../time/clock-time.ts';
import { starterTemplate } from './starter-sets.ts';
import { parseTemplate, starterKinds } from './template.ts';

test.each(starterKinds)(
  '[TB20] the template of %s obeys every rule: a day of rotations without gaps',
  (kind) => {
    let made = 0;
    const template = starterTemplate(() => `id${++made}`, kind, 'Restaurant');
    expect(parseTemplate(template)).toEqual({ ok: true, value: template });
    const spans = template.rotations.map((rotation) => spanOf(rotation, '4:00 AM'));
    expect(spans.slice(1).map(({ start }) => start)).toEqual(spans.slice(0, -1).map(({ end }) => end));
    for (const rotation of template.rotations) {
      const names = positionsOf(rotation).map(({ name }) => name);
      expect(new Set(names).size, rotation.name).toBe(names.length);
      expect(names.length, rotation.name).toBeGreaterThanOrEqual(6);
      expect(rotation.subareas.every(({ positions }) => positions.length > 0)).toBe(true);
    }
  },
);
