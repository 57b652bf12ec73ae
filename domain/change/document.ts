import type { Crew } from '../crew/crew.ts';
import type { Layout } from '../day/layout.ts';
import type { Team } from '../team/team.ts';
import type { Template } from '../team/template.ts';

export type DocumentBody = Team | Template | Layout | Crew;
export type DocumentKind = DocumentBody['kind'];
export type BodyOf<Kind extends DocumentKind> = Extract<DocumentBody, { kind: Kind }>;
