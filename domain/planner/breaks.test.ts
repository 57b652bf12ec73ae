import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DayFile } from '../../test/planner/days.ts';
import { costOf } from './break-cost.ts';
import { planBreaks } from './breaks.ts';
import { plannerDay } from './day-file.ts';
import type { LawRow } from './law-row.ts';
import type { PlannerDay, Seating } from './planner-day.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../test/planner/${name}`, import.meta.url), 'utf8'));
const laws: Readonly<Record<string, readonly LawRow[]>> = read('laws.json');

const dayOf = ({ layout, planner }: DayFile): PlannerDay =>
  plannerDay(layout, planner, { laws: laws[planner.settings.jurisdiction ?? ''] ?? [] });

const day45 = dayOf(read('day-45.json'));
const seats45: readonly Seating[] = read('plan-45.json').seats;

describe('the breaks of a day', () => {
  it('are as cheap as those of the prototype, and the same each time', () => {
    const plan = planBreaks(day45, seats45);
    expect(plan.cost).toBeLessThanOrEqual(15_005);
    expect(costOf(day45, seats45, plan.breaks)).toBe(plan.cost);
    expect(planBreaks(day45, seats45)).toEqual(plan);
  });
});
