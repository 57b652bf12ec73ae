import { textOf } from './message.ts';

/**
 * What pages of protocol 3 can read: the keys of their messages by the key they are in, and the kinds of changes. They take a
 * message with anything else for invalid, and a document with anything else for one that can't be loaded.
 */
const fields = `: at body by cause change document epoch holds id name now page person problem protocol team teams type user version why
user: email firstName id lastName
teams: color id name needsSecondFactor person role
person: account active email id ids jobs lastDate matched name named names notes providerIds
body: area areas breakMinMinutes breakTimerMinutes columns date dayStart deleted deletedByHand guide kind laid laysTomorrow logoUrl merged name notes people primaryColor questions rotations shifts template timeZone type weekdays
weekdays: area day template
notes base next: attributes insert
attributes: bold header italic link list underline
rotations rotation: endTime id name startTime subareas
subareas subarea: id name positions
positions position: id name seats
shifts: breaks date endTime id job late layout note out person provider schedule shift startTime teamMember told
breaks record: confirmedAt endedAt endedBy startedAt startedBy
told: endTime id note person role schedule startTime teamMember
out: at by from reason
late: at by expected
laid: from left
left: position shift why
people: account active date email id jobs lastDate matched name named names notes person provider providerId providerIds shift teamMember
providerIds remove: id name provider
merged: account active email id into jobs lastDate matched name named names notes providerIds
questions asked question: id name provider providerId shifts
change changes: account active add area asked at base before breakMinMinutes breakTimerMinutes by changes columns crew day dayStart edit endTime expected forget from given ids into isShown laid late layout learned logoUrl merge name named names next note notes other otherPosition out people person position primaryColor question reason record remember remove rotation schedule seats shift shifts slot startTime subarea taken team teamMember template timeZone tomorrow type wants
team: areas breakMinMinutes breakTimerMinutes columns dayStart guide kind laysTomorrow logoUrl name primaryColor timeZone weekdays
template: area deleted kind name notes rotations type
layout: area breakMinMinutes breakTimerMinutes date dayStart deleted deletedByHand kind laid notes rotations shifts template
shift: breaks endTime id late note out person provider schedule startTime teamMember told
seats given: before position rotation shift
taken: position rotation shift
edit: endTime note person provider schedule shift startTime teamMember told
add: breaks endTime id late name note out person provider schedule startTime teamMember told
crew: kind merged people questions
names ids: add remove
learned: id name person
problem: code details field
cause: at did who
holds: notes position rotation shift`;
const kinds = new Set(
  `batch
team.create team.rename team.breaks team.day team.theme team.logo team.columns team.weekday team.lays team.guide
area.add area.rename area.delete template.create template.rename template.area template.delete template.restore
layout.create layout.area layout.delete layout.restore layout.laid layout.settings
rotation.add rotation.edit rotation.move rotation.delete subarea.add subarea.rename subarea.move subarea.delete
position.add position.rename position.move position.delete shift.add shift.edit shift.delete shift.out shift.late shift.back
shift.attendance shift.forget shift.seat shift.unseat shift.swap seats.fill seats.swap seats.restore break.press break.confirm
break.restore schedule.take notes.edit crew.create crew.seen person.add person.edit person.known person.merge person.unmerge
person.link person.emails person.delete question.answer question.ask shift.people`.split(/\s+/),
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

/** Can pages of protocol 3 read a message? They go on until there is one that they can't, and have to reload then. */
export const readableByFormerPages =
  (onUnreadable: () => void) =>
  (frame: Buffer): boolean => {
    const answer = isReadable(frame);
    if (!answer) onUnreadable();
    return answer;
  };
