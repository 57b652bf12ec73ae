import type { Steps } from '../change/define-change.ts';
import { type Person, type ProviderId, providerKey } from './crew.ts';

interface KnownChange {
  readonly name?: string | undefined;
  readonly named?: boolean | undefined;
  readonly names: { readonly add: readonly string[]; readonly remove: readonly string[] };
  readonly ids: { readonly add: readonly ProviderId[]; readonly remove: readonly ProviderId[] };
}

/** A person after what they are recognized by was changed. */
export function learnedNames(person: Person, { name, named, names, ids }: KnownChange): Person {
  const { named: wasNamed, ...rest } = person;
  const removed = new Set(ids.remove.map(providerKey));
  return {
    ...rest,
    ...((named ?? wasNamed) && { named: true as const }),
    name: name ?? person.name,
    names: [...person.names.filter((each) => !names.remove.includes(each)), ...names.add],
    providerIds: [...person.providerIds.filter((each) => !removed.has(providerKey(each))), ...ids.add],
  };
}

/** What takes back a change of what a person is recognized by; what was learned since stays. */
export function knownBefore(was: Person, is: Person): Steps {
  const keys = (person: Person) => new Map(person.providerIds.map((each) => [JSON.stringify(each), each]));
  const [before, after] = [keys(was), keys(is)];
  const names = {
    add: was.names.filter((each) => !is.names.includes(each)),
    remove: is.names.filter((each) => !was.names.includes(each)),
  };
  const ids = {
    add: [...before].filter(([key]) => !after.has(key)).map(([, each]) => each),
    remove: [...after].filter(([key]) => !before.has(key)).map(([, each]) => each),
  };
  const isNamed = was.named === true;
  const head = {
    ...(was.name !== is.name && { name: was.name }),
    ...(isNamed !== (is.named === true) && { named: isNamed }),
  };
  const count = names.add.length + names.remove.length + ids.add.length + ids.remove.length;
  return count + Object.keys(head).length > 0
    ? [{ type: 'person.known', person: was.id, ...head, names, ids }]
    : [];
}
