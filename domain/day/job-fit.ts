import type { Position, Rotation } from '../plan/rotation.ts';

export type JobFit = 'position' | 'subarea' | null;

/** Words that schedules and boards have for one thing. */
const sameThings: readonly (readonly string[])[] = [
  ['register', 'cashier', 'till', 'pos'],
  ['drive thru', 'drivethru', 'drive through', 'dt'],
  ['front counter', 'counter', 'front', 'front line', 'foh', 'front of house'],
  ['kitchen', 'cook', 'line cook', 'boh', 'back of house', 'back', 'back line', 'chef'],
  ['grill', 'grill cook', 'griller'],
  ['fryer', 'fries', 'fry', 'fry cook'],
  ['prep', 'prep cook'],
  ['assembly', 'sandwich line', 'makeline', 'sandwich maker', 'pizza maker'],
  ['bar', 'barista', 'espresso'],
  ['baker', 'baking', 'dough'],
  ['dining', 'dining room', 'lobby', 'host', 'hostess', 'greeter'],
  ['dishes', 'dish', 'dishwasher', 'dish washer'],
  ['driver', 'delivery', 'delivery driver'],
  ['order taker', 'order taking', 'headset'],
  ['runner', 'food runner', 'order runner'],
];
const thingOf = new Map(sameThings.flatMap((words) => words.map((word) => [word, words[0] ?? word])));

/** 'Register 2' as 'register'. */
export const kindOf = (name: string): string =>
  name
    .replace(/[\s\d]+$/, '')
    .trim()
    .toLowerCase();

/** What a name is called by any of its words for it: 'Drive-Thru' and 'DT' are one. */
export function placeCalled(name: string): string {
  const words = kindOf(name).replace(/[-.]/g, ' ').replace(/\s+/g, ' ').trim();
  return thingOf.get(words) ?? words;
}

/** How the labels of shifts fit a position; a label can name several jobs: 'Grill / Fryer'. */
export function jobFitOf(rotation: Rotation, position: Position): (label: string) => JobFit {
  const subarea = rotation.subareas.find(({ positions }) => positions.some(({ id }) => id === position.id));
  const [ofPosition, ofSubarea] = [placeCalled(position.name), placeCalled(subarea?.name ?? '')];
  return (label) => {
    const jobs = [label, ...label.split(/[/,;&+|]| - /)].map(placeCalled).filter((job) => job !== '');
    if (jobs.includes(ofPosition)) return 'position';
    return jobs.includes(ofSubarea) ? 'subarea' : null;
  };
}
