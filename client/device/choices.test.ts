import { beforeEach, describe, expect, it } from 'vitest';
import type { Me } from '../../contract/me.ts';
import { ObservableValue } from '../observable.ts';
import { Choices } from './choices.ts';

const user = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const memberOf = (...teams: string[]): Me => ({
  user,
  teams: teams.map((id) => ({ id, name: id, role: 'manager' })),
});
const nobody: Me = { user: null, teams: [] };

let kept: Map<string, string>;
const memory = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => {
  kept = new Map();
});

describe('the chosen team', () => {
  it('is the first of the user’s, and remembered', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north', 'south')));
    expect(choices.team.get()).toBe('north');
    expect(kept.get('selectedTeam')).toBe('north');
  });

  it('is the remembered one', () => {
    kept.set('selectedTeam', 'south');
    kept.set('selectedLayout', 'monday');
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north', 'south')));
    expect(choices.team.get()).toBe('south');
    expect(choices.layout.get()).toBe('monday');
    expect(choices.lost.get()).toBeNull();
  });

  it('is not known before it is known who is signed in', () => {
    kept.set('selectedTeam', 'south');
    const me = new ObservableValue<Me | null>(null);
    const choices = new Choices(memory, me);
    expect(choices.team.get()).toBeNull();
    me.set(memberOf('north', 'south'));
    expect(choices.team.get()).toBe('south');
  });

  it('falls back to the first when the remembered one is not the user’s, and says so', () => {
    kept.set('selectedTeam', 'foreign');
    kept.set('selectedLayout', 'monday');
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    expect(choices.team.get()).toBe('north');
    expect(choices.layout.get()).toBeNull();
    expect(kept.has('selectedLayout')).toBe(false);
    expect(choices.lost.get()).toEqual({ why: 'team-missing' });
    choices.forgetLost();
    expect(choices.lost.get()).toBeNull();
  });

  it('is cleared when nobody is signed in, without a word', () => {
    const me = new ObservableValue<Me | null>(memberOf('north'));
    const choices = new Choices(memory, me);
    choices.chooseLayout('monday');
    me.set(nobody);
    expect(choices.team.get()).toBeNull();
    expect(choices.layout.get()).toBeNull();
    expect([kept.has('selectedTeam'), kept.has('selectedLayout')]).toEqual([false, false]);
    expect(choices.lost.get()).toBeNull();
  });

  it('may be one that was made just now, before the user’s teams are told', () => {
    const me = new ObservableValue<Me | null>(memberOf());
    const choices = new Choices(memory, me);
    choices.chooseTeam('new');
    choices.chooseLayout('sample');
    me.set(memberOf('new'));
    expect(choices.team.get()).toBe('new');
    expect(choices.layout.get()).toBe('sample');
  });

  it('stays the one of this page when another page of the browser chooses its own', () => {
    const [here, there] = [memberOf('north', 'south'), memberOf('north', 'south')].map(
      (each) => new ObservableValue<Me | null>(each),
    ) as [ObservableValue<Me | null>, ObservableValue<Me | null>];
    const [choices, others] = [new Choices(memory, here), new Choices(memory, there)];
    choices.chooseLayout('monday');
    others.chooseTeam('south');
    here.set(memberOf('north', 'south', 'west'));
    expect(choices.team.get()).toBe('north');
    expect(choices.layout.get()).toBe('monday');
    choices.chooseLayout('tuesday');
    expect([kept.get('selectedTeam'), kept.get('selectedLayout')]).toEqual(['north', 'tuesday']);
    others.chooseTeam('south');
    choices.chooseTeam('south');
    expect(choices.layout.get()).toBeNull();
  });

  it('is given up without a word by who means to', () => {
    const me = new ObservableValue<Me | null>(memberOf('north', 'south', 'west'));
    const choices = new Choices(memory, me);
    const end = choices.expectLoss('north');
    me.set(memberOf('south', 'west'));
    end();
    expect([choices.team.get(), choices.lost.get()]).toEqual(['south', null]);
    me.set(memberOf('west'));
    const lost = { why: 'team-missing', team: 'south' };
    expect([choices.team.get(), choices.lost.get()]).toEqual(['west', lost]);
  });

  it('takes the layout with it when another is chosen', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north', 'south')));
    choices.chooseLayout('monday');
    choices.chooseTeam('north');
    expect(choices.layout.get()).toBe('monday');
    choices.chooseTeam('south');
    expect(choices.layout.get()).toBeNull();
    expect(kept.has('selectedLayout')).toBe(false);
  });
});

describe('the chosen layout', () => {
  it('is stored, and removed when cleared', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    choices.chooseLayout('monday');
    expect(kept.get('selectedLayout')).toBe('monday');
    choices.clearLayout();
    expect(kept.has('selectedLayout')).toBe(false);
    expect(choices.lost.get()).toBeNull();
  });

  it('[LA22] stays while another layout is opened', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    choices.chooseLayout('today');
    choices.openLayout('tomorrow');
    expect([choices.board.get(), choices.layout.get()]).toEqual(['today', 'tomorrow']);
    expect(kept.get('selectedLayout')).toBe('today');
    choices.layoutGone('north', 'tomorrow', 'deleted');
    expect([choices.board.get(), choices.layout.get()]).toEqual(['today', null]);
    expect(choices.lost.get()).toEqual({ why: 'layout-deleted' });
    choices.openLayout('tomorrow');
    choices.layoutGone('north', 'today', 'deleted');
    expect([choices.board.get(), choices.layout.get()]).toEqual([null, 'tomorrow']);
    expect(kept.has('selectedLayout')).toBe(false);
  });

  it('is the one of an earlier visit until one is chosen', () => {
    kept.set('selectedLayout', 'monday');
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    expect(choices.isLayoutRemembered).toBe(true);
    choices.chooseLayout('monday');
    expect(choices.isLayoutRemembered).toBe(false);
  });

  it('is cleared when it does not exist, and says so', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    choices.chooseLayout('monday');
    choices.layoutGone('north', 'tuesday', 'missing');
    choices.layoutGone('south', 'monday', 'missing');
    expect(choices.layout.get()).toBe('monday');
    choices.layoutGone('north', 'monday', 'missing');
    expect(choices.layout.get()).toBeNull();
    expect(kept.has('selectedLayout')).toBe(false);
    expect(choices.lost.get()).toEqual({ why: 'layout-missing' });
  });
});

describe('the rotation of a template', () => {
  it('is remembered for its date alone', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    choices.chooseRotation('Weekday', '2026-11-21', 'lunch');
    expect(JSON.parse(kept.get('selectedRotation:Weekday') ?? '')).toEqual({
      date: '2026-11-21',
      rotation: 'lunch',
    });
    expect(choices.rotation('Weekday', '2026-11-21')).toBe('lunch');
    expect(choices.rotation('Weekday', '2026-11-22')).toBeNull();
    expect(choices.rotation('Weekend', '2026-11-21')).toBeNull();
  });

  it('[DV7] is one thing on the day view and another in the editor, and each is let go by itself', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    choices.chooseRotation('Weekday', '2026-11-21', 'lunch');
    choices.chooseRotation('Weekday', '2026-11-21', 'dinner', 'editor');
    expect(choices.rotation('Weekday', '2026-11-21')).toBe('lunch');
    const later = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    expect(later.rotation('Weekday', '2026-11-21', 'editor')).toBe('dinner');
    later.chooseRotation('Weekday', '2026-11-21', null);
    expect(later.rotation('Weekday', '2026-11-21')).toBeNull();
    expect(later.rotation('Weekday', '2026-11-21', 'editor')).toBe('dinner');
    later.chooseRotation('Weekday', '2026-11-21', null, 'editor');
    expect(kept.has('selectedRotation:Weekday')).toBe(false);
  });

  it('stays the one of this page when another page of the browser chooses its own', () => {
    const [choices, others] = [0, 1].map(
      () => new Choices(memory, new ObservableValue<Me | null>(memberOf('north'))),
    ) as [Choices, Choices];
    choices.chooseRotation('Weekday', '2026-11-21', 'lunch');
    others.chooseRotation('Weekday', '2026-11-21', 'dinner');
    expect(choices.rotation('Weekday', '2026-11-21')).toBe('lunch');
  });

  it('reads what is no JSON as nothing', () => {
    const choices = new Choices(memory, new ObservableValue<Me | null>(memberOf('north')));
    for (const text of ['{', '3', '{"date":"2026-11-21"}']) {
      kept.set('selectedRotation:Weekday', text);
      expect(choices.rotation('Weekday', '2026-11-21')).toBeNull();
    }
  });
});

describe('[PA30] a session that ended by itself', () => {
  const start = (me: Me = memberOf('north', 'south')) => {
    const who = new ObservableValue<Me | null>(me);
    return { who, choices: new Choices(memory, who) };
  };
  const other: Me = { ...memberOf('south'), user: { ...user, id: 'bo' } };

  it('leaves the same person their team and layout', () => {
    const { who, choices } = start();
    choices.chooseTeam('south');
    choices.chooseLayout('monday');
    who.set(nobody);
    expect([choices.team.get(), choices.layout.get(), choices.hasEnded.get()]).toEqual([null, null, true]);
    expect(kept.has('selectedTeam')).toBe(false);
    who.set(memberOf('north', 'south'));
    expect([choices.team.get(), choices.layout.get(), choices.hasEnded.get()]).toEqual([
      'south',
      'monday',
      false,
    ]);
  });

  it('is noticed by the next page as well', () => {
    start().choices.chooseLayout('monday');
    const { who, choices } = start(nobody);
    expect(choices.hasEnded.get()).toBe(true);
    who.set(memberOf('north'));
    expect(choices.layout.get()).toBe('monday');
  });

  it('leaves the next person nothing, nor somebody who is not in that team anymore', () => {
    for (const next of [other, memberOf('south')]) {
      kept = new Map();
      const { who, choices } = start();
      choices.chooseLayout('monday');
      who.set(nobody);
      who.set(next);
      expect([choices.team.get(), choices.layout.get()]).toEqual(['south', null]);
      who.set(nobody);
    }
  });

  it('is none that was signed out of', () => {
    const { who, choices } = start();
    choices.chooseLayout('monday');
    choices.leave();
    who.set(nobody);
    expect(choices.hasEnded.get()).toBe(false);
    who.set(memberOf('north'));
    expect(choices.layout.get()).toBeNull();
    expect([...kept.keys()].sort()).toEqual(['selectedBy', 'selectedTeam', 'signedInBefore']);
  });

  it('is none on another page of a browser that signed out', () => {
    const [one, other] = [start(), start()];
    one.choices.chooseLayout('monday');
    one.choices.leave();
    for (const { who, choices } of [other, one]) {
      who.set(nobody);
      expect(choices.hasEnded.get()).toBe(false);
    }
    // that somebody was here, not who
    expect([...kept]).toEqual([['signedInBefore', 'yes']]);
  });

  it('is one that ends after signing out failed', () => {
    const { who, choices } = start();
    choices.leave();
    choices.stay();
    who.set(nobody);
    expect(choices.hasEnded.get()).toBe(true);
  });
});

describe('the television', () => {
  const me = new ObservableValue<Me | null>(memberOf('north'));

  it('[PA34] is chosen, and kept by the device no matter who signs in', () => {
    const choices = new Choices(memory, me);
    expect(choices.television.get()).toBe(false);
    choices.chooseTelevision(true);
    expect(choices.television.get()).toBe(true);
    me.set(nobody);
    expect(new Choices(memory, me).television.get()).toBe(true);
  });

  it('is a browser that says so until somebody chooses otherwise', () => {
    expect(new Choices(memory, me, true).television.get()).toBe(true);
    new Choices(memory, me, true).chooseTelevision(false);
    expect(new Choices(memory, me, true).television.get()).toBe(false);
  });
});
