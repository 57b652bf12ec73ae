import type { Abuse } from './hostile.ts';
import { httpAbuses } from './http-abuses.ts';
import { liveAbuses } from './live-abuses.ts';

export const abuses: Readonly<Record<string, Abuse>> = { ...liveAbuses, ...httpAbuses };
