import * as z from 'zod/mini';
import type { Me } from '../../contract/me.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { GoneWhy } from '../document/document-view.ts';
import { type Observable, ObservableValue } from '../observable.ts';
import { RecentMap } from '../recent-map.ts';

/** The editor can be on another rotation than the day view, which follows the clock. */
export type PageKind = 'day' | 'editor';

export interface LostChoice {
  /** The layout was deleted or doesn't exist in this team, or the user isn't in the team. */
  readonly why: 'layout-deleted' | 'layout-missing' | 'team-missing';
  /** Name of the missing team, where this page knew it. */
  readonly team?: string;
}

/** Texts kept by the browser under a key, as `localStorage` does. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const teamKey = 'selectedTeam';
const layoutKey = 'selectedLayout';
/** What was chosen until the person deleted it. */
const deletedKey = 'deletedLayout';
/** Who chose them. */
const userKey = 'selectedBy';
/** What someone had chosen whose session ended, for when they sign in again. */
const endedKey = 'selectedBefore';
const televisionKey = 'television';
/** That somebody signed in. It says nothing of whom, and stays when they sign out. */
const knownKey = 'signedInBefore';
const areaKey = (team: string): string => `selectedArea:${team}`;
const rotationKey = (template: string): string => `selectedRotation:${template}`;

const rememberedRotations = z.object({
  date: z.string(),
  rotation: z.optional(z.string()),
  edited: z.optional(z.string()),
});
const endedChoice = z.object({ user: z.string(), team: z.string(), layout: z.nullable(z.string()) });
type Rotations = { readonly rotation?: string; readonly edited?: string };
/** Of those of which this page knows the rotation that was chosen. */
const mostDays = 50;
const fieldOf = { day: 'rotation', editor: 'edited' } as const;

/** What this browser remembers: team, layout, and the rotation looked at for each template. */
export class Choices {
  /** Id of the chosen team: the remembered one, else the first of the user's; null without a team. */
  readonly team = new ObservableValue<string | null>(null);
  /** The layout that the day view of this device shows. */
  readonly board: ObservableValue<string | null>;
  /** The layout that this page is about: the board, or another one that is prepared. */
  readonly layout: ObservableValue<string | null>;
  /** Why a choice was cleared without being asked, until someone has said so to the person. */
  readonly lost = new ObservableValue<LostChoice | null>(null);
  /** Whether a session ended on its own and nobody has signed in since. */
  readonly hasEnded = new ObservableValue(false);
  /** Whether this device is a television: as somebody chose, else as its browser says. */
  readonly television: ObservableValue<boolean>;
  readonly #memory: KeyValueStorage;
  /** By template and date: read once, so that another page of this browser does not change what this one shows. */
  readonly #rotations = new RecentMap<string, Rotations>(mostDays);
  #expected: string | null = null;
  #teams: Me['teams'] = [];
  /** Whether the layout was chosen on an earlier visit and not on this page. */
  isLayoutRemembered = true;
  readonly #me: Observable<Me | null>;

  constructor(memory: KeyValueStorage, me: Observable<Me | null>, isTelevision = false) {
    this.#memory = memory;
    this.#me = me;
    const chosen = memory.getItem(televisionKey);
    this.television = new ObservableValue(chosen === null ? isTelevision : chosen === 'yes');
    this.board = new ObservableValue(memory.getItem(layoutKey));
    this.layout = new ObservableValue(this.board.get());
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

  chooseTelevision(isOne: boolean): void {
    this.#memory.setItem(televisionKey, isOne ? 'yes' : 'no');
    this.television.set(isOne);
  }

  /** Whether somebody has ever signed in on this device, so that an invite link asks them to sign in again. */
  get knowsSomeone(): boolean {
    // a device from before this was kept has chosen a team, or has just been left by somebody whose session ended
    return [knownKey, teamKey, endedKey].some((key) => this.#memory.getItem(key) !== null);
  }

  chooseTeam(team: string): void {
    this.#memory.setItem(teamKey, team);
    if (this.team.get() !== team) this.clearLayout();
    this.team.set(team);
  }

  /** Makes it the board. */
  chooseLayout(layout: string): void {
    this.isLayoutRemembered = false;
    // another page of this browser may have remembered another team, which this layout is not of
    const team = this.team.get();
    if (team !== null) this.#memory.setItem(teamKey, team);
    this.#memory.setItem(layoutKey, layout);
    this.#memory.removeItem(deletedKey);
    this.#show(layout);
  }

  /** The page is about it. The board stays, or is another one for this page alone. */
  openLayout(layout: string | null, board: string | null = this.board.get()): void {
    this.board.set(board);
    this.layout.set(layout);
  }

  clearLayout(): void {
    this.#memory.removeItem(layoutKey);
    this.#memory.removeItem(deletedKey);
    this.#show(null);
  }

  /** Nothing is chosen anymore, until that deletion is taken back. */
  deletedLayout(layout: string): void {
    this.clearLayout();
    this.#memory.setItem(deletedKey, layout);
  }

  /** The person brought a layout back. */
  restoredLayout(team: string, layout: string): void {
    const isChosen = this.#memory.getItem(deletedKey) === layout && this.board.get() === null;
    if (isChosen && this.team.get() === team) this.chooseLayout(layout);
  }

  #show(layout: string | null): void {
    this.board.set(layout);
    this.layout.set(layout);
  }

  /** The area whose board this device showed last for a team. */
  area(team: string): string | null {
    return this.#memory.getItem(areaKey(team));
  }

  rememberArea(team: string, area: string): void {
    this.#memory.setItem(areaKey(team), area);
  }

  /** The person is ending the session: nothing is kept for them. */
  leave(): void {
    // The other pages of this browser see it, too: for them, the session ends over the live connection.
    this.#memory.removeItem(userKey);
  }

  /** The session was ended, or that failed. */
  stay(): void {
    const user = this.#me.get()?.user;
    if (user) this.#memory.setItem(userKey, user.id);
  }

  /** The person knows of what was lost. */
  forgetLost(): void {
    this.lost.set(null);
  }

  /** The person means to lose the team, and needs no word about it; until the function returned is called. */
  expectLoss(team: string): () => void {
    this.#expected = team;
    return () => {
      if (this.#expected === team) this.#expected = null;
    };
  }

  /** Id of the rotation that the day view, or the editor, was put on for a template on a date. */
  rotation(template: string, date: IsoDate, where: PageKind = 'day'): string | null {
    return this.#rotationsOf(template, date)[fieldOf[where]] ?? null;
  }

  /** With `null` it follows the clock again. */
  chooseRotation(template: string, date: IsoDate, rotation: string | null, where: PageKind = 'day'): void {
    const chosen = { ...this.#rotationsOf(template, date), [fieldOf[where]]: rotation ?? undefined };
    this.#rotations.set(`${date} ${template}`, chosen);
    if (chosen.rotation ?? chosen.edited)
      this.#memory.setItem(rotationKey(template), JSON.stringify({ date, ...chosen }));
    else this.#memory.removeItem(rotationKey(template));
  }

  #rotationsOf(template: string, date: IsoDate): Rotations {
    const known = this.#rotations.get(`${date} ${template}`);
    if (known) return known;
    const read = z.safeParse(rememberedRotations, parseJson(this.#memory.getItem(rotationKey(template))));
    const { rotation, edited }: Rotations = read.success && read.data.date === date ? read.data : {};
    this.#rotations.set(`${date} ${template}`, { rotation, edited });
    return { rotation, edited };
  }

  /** A layout turned out not to exist in a team: nothing is about it anymore. */
  layoutGone(team: string, layout: string, why: GoneWhy): void {
    if (why !== 'missing' && why !== 'deleted') return;
    const [isBoard, isOpen] = [this.board.get() === layout, this.layout.get() === layout];
    if (this.team.get() !== team || !(isBoard || isOpen)) return;
    this.lost.set({ why: `layout-${why}` });
    if (this.#memory.getItem(layoutKey) === layout) this.#memory.removeItem(layoutKey);
    if (isBoard) this.board.set(null);
    if (isOpen) this.layout.set(null);
  }

  /** Restored when the same person signs in again without having signed out; not for anyone else. */
  #putAside(): void {
    const user = this.#memory.getItem(userKey);
    const team = this.team.get() ?? this.#memory.getItem(teamKey);
    if (user !== null && team !== null) {
      this.#memory.setItem(endedKey, JSON.stringify({ user, team, layout: this.board.get() }));
      this.hasEnded.set(true);
    }
    this.#memory.removeItem(userKey);
  }

  #bringBack(user: string): void {
    const ended = z.safeParse(endedChoice, parseJson(this.#memory.getItem(endedKey)));
    this.#memory.removeItem(endedKey);
    this.#memory.setItem(userKey, user);
    this.#memory.setItem(knownKey, 'yes');
    this.hasEnded.set(false);
    if (!ended.success || ended.data.user !== user) return;
    const { team, layout } = ended.data;
    this.#memory.setItem(teamKey, team);
    if (layout === null) return;
    this.#memory.setItem(layoutKey, layout);
    this.#show(layout);
    this.isLayoutRemembered = true;
  }

  /**
   * Makes the choice one that this person can have. What this page shows counts, and only then what the browser
   * remembers, where another page may have put its own team since.
   */
  #settle(me: Me): void {
    if (me.user) this.#bringBack(me.user.id);
    else this.#putAside();
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

export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
