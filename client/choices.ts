import * as z from 'zod/mini';
import type { Me } from '../contract/auth.ts';
import type { IsoDate } from '../domain/date.ts';
import type { GoneWhy } from './live-document.ts';
import { type Readable, Value } from './readable.ts';

/** What this browser remembers: team, layout, and the rotation looked at for each template. */
export interface Choices {
  /** Id of the chosen team: the remembered one, else the first of the user's; null without a team. */
  readonly team: Readable<string | null>;
  readonly layout: Readable<string | null>;
  /** Why a choice was cleared without being asked, until someone has said so to the person. */
  readonly lost: Readable<LostChoice | null>;
  chooseTeam(team: string): void;
  chooseLayout(layout: string): void;
  clearLayout(): void;
  /** The person knows of what was lost. */
  forgetLost(): void;
  /** The person means to lose the team, and needs no word about it; until the function returned is called. */
  expectLoss(team: string): () => void;
  /** Id of the rotation remembered for a template on a date. */
  rotation(template: string, date: IsoDate): string | null;
  chooseRotation(template: string, date: IsoDate, rotation: string): void;
}

export interface LostChoice {
  /** The layout was deleted, or does not exist in this team; the team is not the user's (any more). */
  readonly why: 'layout-deleted' | 'layout-missing' | 'team-missing';
  /** Name of the missing team, where this page knew it. */
  readonly team?: string;
}

/** Texts kept by the browser under a key, as `localStorage` does. */
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const teamKey = 'selectedTeam';
const layoutKey = 'selectedLayout';
const rotationKey = (template: string): string => `selectedRotation:${template}`;

const rememberedRotation = z.object({ date: z.string(), rotation: z.string() });

export class RememberedChoices implements Choices {
  readonly team = new Value<string | null>(null);
  readonly layout: Value<string | null>;
  readonly lost = new Value<LostChoice | null>(null);
  readonly #memory: Memory;
  #expected: string | null = null;
  #teams: Me['teams'] = [];

  constructor(memory: Memory, me: Readable<Me | null>) {
    this.#memory = memory;
    this.layout = new Value(memory.getItem(layoutKey));
    const settle = () => {
      const known = me.get();
      if (known) this.#settle(known);
    };
    settle();
    me.subscribe(settle);
  }

  /** Was someone with a team here before? */
  get remembersTeam(): boolean {
    return this.#memory.getItem(teamKey) !== null;
  }

  chooseTeam(team: string): void {
    this.#memory.setItem(teamKey, team);
    if (this.team.get() !== team) this.clearLayout();
    this.team.set(team);
  }

  chooseLayout(layout: string): void {
    // another page of this browser may have remembered another team, which this layout is not of
    const team = this.team.get();
    if (team !== null) this.#memory.setItem(teamKey, team);
    this.#memory.setItem(layoutKey, layout);
    this.layout.set(layout);
  }

  clearLayout(): void {
    this.#memory.removeItem(layoutKey);
    this.layout.set(null);
  }

  forgetLost(): void {
    this.lost.set(null);
  }

  expectLoss(team: string): () => void {
    this.#expected = team;
    return () => {
      if (this.#expected === team) this.#expected = null;
    };
  }

  rotation(template: string, date: IsoDate): string | null {
    const remembered = z.safeParse(rememberedRotation, readJson(this.#memory.getItem(rotationKey(template))));
    return remembered.success && remembered.data.date === date ? remembered.data.rotation : null;
  }

  chooseRotation(template: string, date: IsoDate, rotation: string): void {
    this.#memory.setItem(rotationKey(template), JSON.stringify({ date, rotation }));
  }

  /** A layout turned out not to exist in a team: if it is the chosen one, the choice is cleared. */
  layoutGone(team: string, layout: string, why: GoneWhy): void {
    if (why !== 'missing' && why !== 'deleted') return;
    if (this.team.get() !== team || this.layout.get() !== layout) return;
    this.lost.set({ why: `layout-${why}` });
    this.clearLayout();
  }

  /**
   * Makes the choice one that this person can have. What this page shows counts, and only then what the browser
   * remembers, where another page may have put its own team since.
   */
  #settle(me: Me): void {
    const before = this.team.get() ?? this.#memory.getItem(teamKey);
    const teamsBefore = this.#teams;
    this.#teams = me.teams;
    if (before !== null && me.teams.some((team) => team.id === before)) {
      this.team.set(before);
      return;
    }
    if (before !== null) {
      const { name } = teamsBefore.find((team) => team.id === before) ?? {};
      if (me.user && this.#expected !== before) this.lost.set({ why: 'team-missing', team: name });
      this.clearLayout();
    }
    const first = me.teams[0]?.id ?? null;
    if (first === null) this.#memory.removeItem(teamKey);
    else this.#memory.setItem(teamKey, first);
    this.team.set(first);
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
