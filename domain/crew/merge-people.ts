import { crewChange, type Steps } from '../change/define-change.ts';
import { id } from '../change/fields.ts';
import { byId, without } from '../list/list.ts';
import { done, refuse } from '../problem/problem.ts';
import { sortedById } from './crew.ts';
import { crewIndex } from './crew-index.ts';
import { recordOf } from './person-records.ts';

export const mergeChanges = {
  /** Both stay as they are, and count as one from now on. */
  'person.merge': crewChange({
    fields: { from: id, into: id },
    apply: (crew, { from, into }) => {
      const person = byId(crew.people, from);
      const target = crewIndex(crew).personOf(into);
      if (!person || !target) return refuse('person-missing');
      if (target.id === from) return refuse('merge-same');
      const merged = sortedById([...crew.merged, { ...person, into }]);
      return done({ ...crew, people: without(crew.people, from), merged });
    },
    inverse: (_, { from }): Steps => [{ type: 'person.unmerge', person: from }],
  }),
  'person.unmerge': crewChange({
    fields: { person: id },
    apply: (crew, { person: personId }) => {
      const found = byId(crew.merged, personId);
      if (!found) return recordOf(crew, personId) ? done(crew) : refuse('person-missing');
      const { into: _, ...person } = found;
      const people = sortedById([...crew.people, person]);
      return done({ ...crew, people, merged: without(crew.merged, personId) });
    },
    inverse: (before, { person }): Steps | null => {
      const merged = byId(before.merged, person);
      return merged ? [{ type: 'person.merge', from: person, into: merged.into }] : null;
    },
  }),
};
