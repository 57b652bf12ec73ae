import { expect, test } from 'vitest';
import { readWords } from '../../words/read-words.ts';
import { languages } from '../../words/words.ts';
import { positionsOf } from '../plan/rotation.ts';
import { spanOf } from '../time/clock-time.ts';
import { starterTemplate } from './starter-sets.ts';
import { parseTemplate, starterKinds, type Template } from './template.ts';

test.each(starterKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  '[TB20] the template of %s in %s obeys every rule: a day of rotations without gaps',
  (kind, language) => {
    let made = 0;
    const template = starterTemplate(() => `id${++made}`, kind, 'Restaurant', readWords(language, 'starter'));
    const english = starterTemplate(() => '', kind, 'Restaurant', readWords('en', 'starter'));
    const sizes = ({ rotations }: Template) =>
      rotations.map(({ subareas }) => subareas.map(({ positions }) => positions.length));
    expect(sizes(template)).toEqual(sizes(english));
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
