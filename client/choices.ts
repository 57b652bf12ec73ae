import type { IsoDate } from '../domain/date.ts';
import type { Readable } from './readable.ts';

/** What this browser remembers: team, layout, and the rotation looked at for each template. */
export interface Choices {
  /** Id of the chosen team: the remembered one, else the first of the user's; null without a team. */
  readonly team: Readable<string | null>;
  readonly layout: Readable<string | null>;
  chooseTeam(team: string): void;
  chooseLayout(layout: string): void;
  clearLayout(): void;
  /** Id of the rotation remembered for a template on a date. */
  rotation(template: string, date: IsoDate): string | null;
  chooseRotation(template: string, date: IsoDate, rotation: string): void;
}
