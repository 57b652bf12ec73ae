import type { LawRow } from '../day/law-row.ts';
import type { Priority } from '../plan/rotation.ts';
import type { Span } from '../time/clock-time.ts';

// What the planner works on, whether it comes from a layout or from a file. All times are minutes from the midnight that begins the
// business day, all spans half-open, all points whole numbers.

/** 1: in training, 2: can do it, 3: is best at it. Nobody stands at a station that they have no level for. */
export type SkillLevel = 1 | 2 | 3;

/** What a station takes out of people, such as 'outdoor', 'dishes' or 'heat': it is shared out fairly. */
export type ToughClass = string;

/** One person's presence. Who isn't counted on isn't here. */
export interface PlannerShift extends Span {
  readonly id: string;
  readonly name: string;
  /** The job of the shift: who has it 'like the subarea' belongs there. */
  readonly label: string;
  /** When somebody leaves before the shift's end; missing for who stays. They have no seat in a rotation that ends after that. */
  readonly outFrom?: number;
  /** In years; null for an adult whose age nobody knows. */
  readonly age: number | null;
  readonly skills: ReadonlyMap<string, SkillLevel>;
  readonly likes: ReadonlySet<string>;
  readonly dislikes: ReadonlySet<string>;
  /** Minutes in each class over the last 14 days. */
  readonly past: ReadonlyMap<ToughClass, number>;
}

export interface PlannerPosition {
  readonly id: string;
  readonly name: string;
  /** The id of its subarea, and the name. */
  readonly subarea: string;
  readonly area: string;
  /** The key of its station; null for a breaker, who has none. */
  readonly station: string | null;
  readonly priority: Priority;
  /** Equipment that minors may not use: 'grill', 'fryer', 'slicer', 'driving'. */
  readonly equipment: readonly string[];
  readonly classes: readonly ToughClass[];
}

export interface PlannerRotation extends Span {
  readonly id: string;
  readonly name: string;
  /** With how many people it is run. */
  readonly people: number;
  /** What the chart for so many people wants somebody on. */
  readonly seats: readonly PlannerPosition[];
  /** What is covered from a seat besides; what is closed is in neither list. */
  readonly covered: readonly { readonly position: PlannerPosition; readonly by: string }[];
}

/** Somebody's seat in a rotation. */
export interface Seating {
  readonly rotation: string;
  readonly position: string;
  readonly shift: string;
}

export interface PlannerSettings {
  /** Whether people change stations between rotations, or keep them. */
  readonly variety: 'rotate' | 'stay';
  /** Minutes a day in one class that cost nothing. */
  readonly classCap: number;
  /** The least part of a rotation in minutes that somebody sits for. */
  readonly minSeat: number;
  readonly rush: readonly Span[];
  /** How many of a subarea may be on break at once, by its name. */
  readonly outCap: ReadonlyMap<string, number>;
  /** How far breaks are from the ends of a shift, and from each other, in minutes. */
  readonly edge: number;
  readonly gap: number;
  /** The team's own rule, where no row of the law applies. */
  readonly breakMinMinutes: number;
  readonly breakTimerMinutes: number;
  readonly laws: readonly LawRow[];
}

export interface PlannerDay {
  readonly shifts: readonly PlannerShift[];
  /** In order of start. */
  readonly rotations: readonly PlannerRotation[];
  readonly settings: PlannerSettings;
  readonly locks: readonly Seating[];
  /** The seats that people have already. */
  readonly seated: readonly Seating[];
  /** The team's average of minutes in each class over the last 14 days. */
  readonly average: ReadonlyMap<ToughClass, number>;
}

export interface SeatPlan {
  readonly seats: readonly Seating[];
  readonly points: number;
}

export interface Relief extends Span {
  readonly position: string;
  /** The shift that takes the seat meanwhile; null where it stands open. */
  readonly by: string | null;
}

export interface PlannedBreak {
  readonly shift: string;
  /** The law's row; null for the team's own rule. */
  readonly row: string | null;
  readonly kind: 'meal' | 'rest';
  readonly start: number;
  readonly minutes: number;
  readonly relief: readonly Relief[];
}

export interface BreakPlan {
  readonly breaks: readonly PlannedBreak[];
  readonly cost: number;
}
