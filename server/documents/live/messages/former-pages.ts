import { textOf } from './message.ts';

/**
 * What pages of protocol 2 can read: the keys of their messages by the key they are in, and the kinds of changes. They take a
 * message with anything else for invalid, and a document with anything else for one that can't be loaded.
 */
const fields = `: at body by cause change document epoch id now problem protocol team teams type user version why
user: email firstName id lastName
teams: color id name needsSecondFactor role
body: area areas breakMinMinutes breakTimerMinutes columns date dayStart deleted deletedByHand kind logoUrl name notes primaryColor rotations shifts template timeZone type
notes base next: attributes insert
attributes: bold header italic link list underline
rotation rotations: endTime id name startTime subareas
subarea subareas: id name positions
position positions: id name seats
shift shifts add: breaks endTime id note provider schedule startTime teamMember told
breaks record: endedAt endedBy startedAt startedBy
told: endTime id note role schedule startTime teamMember
change changes: add area at base before breakMinMinutes breakTimerMinutes by changes columns dayStart edit endTime forget layout logoUrl merge name next note position primaryColor record remember remove rotation schedule seats shift slot startTime subarea team teamMember template timeZone type wants
team: areas breakMinMinutes breakTimerMinutes columns dayStart kind logoUrl name primaryColor timeZone
template: area deleted kind name notes rotations type
layout: area breakMinMinutes breakTimerMinutes date dayStart deleted deletedByHand kind notes rotations shifts template
seats: before position rotation
edit: endTime note provider schedule shift startTime teamMember told
problem: code details field
cause: at did who`;
const kinds = new Set(
  `batch
team.create team.rename team.breaks team.day team.theme team.logo team.columns area.add area.rename area.delete
template.create template.rename template.area template.delete template.restore
layout.create layout.area layout.delete layout.restore layout.settings
rotation.add rotation.edit rotation.move rotation.delete subarea.add subarea.rename subarea.move subarea.delete
position.add position.rename position.move position.delete shift.add shift.edit shift.delete shift.seat shift.unseat
break.press break.restore schedule.take notes.edit`.split(/\s+/),
);

const known = new Map(
  fields.split('\n').flatMap((line) => {
    const [keys = '', names = ''] = line.split(':');
    return keys.split(' ').map((key) => [key, new Set(names.trim().split(' '))] as const);
  }),
);

/** With names that people chose. */
const open: ReadonlySet<string> = new Set(['columns', 'details']);

function isKnown(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.every((each) => isKnown(each, key));
  if (typeof value !== 'object' || value === null || open.has(key)) return true;
  const entries = Object.entries(value);
  if (!entries.every(([name, inner]) => known.get(key)?.has(name) && isKnown(inner, name))) return false;
  return !(key === 'change' || key === 'changes') || kinds.has((value as { type: string }).type);
}

const looked = new WeakMap<Buffer, boolean>();

/** Looked at once, however many pages get the message. */
function isReadable(frame: Buffer): boolean {
  const answer = looked.get(frame) ?? isKnown(JSON.parse(String(textOf(frame))), '');
  looked.set(frame, answer);
  return answer;
}

/** Can pages of protocol 2 read a message? They go on until there is one that they can't, and have to reload then. */
export const readableByFormerPages =
  (onUnreadable: () => void) =>
  (frame: Buffer): boolean => {
    const answer = isReadable(frame);
    if (!answer) onUnreadable();
    return answer;
  };
