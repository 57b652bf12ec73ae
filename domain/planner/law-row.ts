export { type LawRow, lawRowLimit, lawRowSchema, lawRows } from '../day/law-row.ts';
