import { emptyNotes } from '../notes/notes.ts';
import type { NewId } from '../plan/plan-copy.ts';
import { readAreas } from '../plan/typed-list.ts';
import type { StarterKind, Template } from './template.ts';

/** Positions by subarea, in lines as people type them. */
type Areas = string;

interface StarterSet {
  readonly name: string;
  readonly usual: Areas;
  /** By times and name, each with the subareas that differ from the usual; one without positions isn't used then. */
  readonly rotations: Readonly<Record<string, Areas>>;
}

/** What such a restaurant usually runs; a team changes what is different at theirs. */
export const starterSets: Readonly<Record<StarterKind, StarterSet>> = {
  burgers: {
    name: 'Burgers',
    usual: `
      Front Counter: Register 1, Register 2, Expo, Drinks & Shakes
      Drive-Thru: Order Taker, Cashier, Window, Runner
      Kitchen: Grill 1, Grill 2, Fries, Fryer, Assembly 1, Assembly 2, Prep
      Support: Dining Room, Dishes, Float`,
    rotations: {
      '6:00 AM–10:30 AM Breakfast': 'Kitchen: Grill 1, Eggs, Biscuits, Hash Browns, Assembly 1, Prep',
      '10:30 AM–2:00 PM Lunch': '',
      '2:00 PM–5:00 PM Afternoon': 'Support: Dining Room, Dishes, Restock',
      '5:00 PM–9:00 PM Dinner': '',
      '9:00 PM–12:00 AM Close': `
        Front Counter: Register 1, Expo
        Kitchen: Grill 1, Fries, Fryer, Assembly 1, Kitchen Clean
        Support: Dining Room, Dishes, Floors`,
    },
  },
  chicken: {
    name: 'Chicken',
    usual: `
      Front Counter: Register 1, Register 2, Expo, Drinks, Order Runner
      Drive-Thru: Order Taker 1, Order Taker 2, Window, Runner, Bagger 1, Bagger 2
      Kitchen: Grill 1, Grill 2, Fryer 1, Fryer 2, Breading, Sandwich Line, Prep
      Dining & Support: Host, Dining Room, Dishes, Float`,
    rotations: {
      '6:00 AM–10:30 AM Breakfast': 'Kitchen: Grill 1, Grill 2, Biscuits, Hash Browns, Sandwich Line, Prep',
      '10:30 AM–2:00 PM Lunch': '',
      '2:00 PM–5:00 PM Afternoon': 'Dining & Support: Dining Room, Dishes, Deliveries, Float',
      '5:00 PM–9:00 PM Dinner': '',
      '9:00 PM–1:00 AM Close': `
        Front Counter: Register 1, Expo, Drinks, Counter Clean
        Dining & Support: Dining Room, Dishes, Floors, Float`,
    },
  },
  coffee: {
    name: 'Coffee',
    usual: `
      Counter: Register 1, Register 2, Hand-Off
      Drive-Thru: Order Taker, Window
      Bar: Hot Bar 1, Hot Bar 2, Cold Bar, Brew
      Food: Warming, Pastry Case
      Support: Restock, Lobby`,
    rotations: {
      '5:00 AM–7:00 AM Open': `
        Counter: Register 1, Hand-Off
        Bar: Hot Bar 1, Cold Bar, Brew
        Support: Restock`,
      '7:00 AM–10:30 AM Morning Peak': '',
      '10:30 AM–2:00 PM Midday': '',
      '2:00 PM–5:00 PM Afternoon': `
        Counter: Register 1, Hand-Off
        Bar: Hot Bar 1, Cold Bar`,
      '5:00 PM–9:00 PM Close': `
        Counter: Register 1, Hand-Off
        Bar: Hot Bar 1, Cold Bar
        Food: Warming
        Support: Dishes, Lobby`,
    },
  },
  pizza: {
    name: 'Pizza',
    usual: `
      Front Counter: Register, Phones, Pickup
      Kitchen: Dough, Makeline 1, Makeline 2, Oven, Cut & Box, Fryer
      Delivery: Dispatch, Driver 1, Driver 2, Driver 3, Driver 4
      Support: Prep, Dishes`,
    rotations: {
      '9:00 AM–11:00 AM Open': `
        Front Counter: Register, Phones
        Kitchen: Dough, Makeline 1, Oven
        Delivery:
        Support: Prep`,
      '11:00 AM–2:00 PM Lunch': '',
      '2:00 PM–5:00 PM Afternoon': `
        Front Counter: Register, Phones
        Kitchen: Dough, Makeline 1, Oven, Cut & Box
        Delivery: Driver 1, Driver 2`,
      '5:00 PM–9:00 PM Dinner': '',
      '9:00 PM–12:00 AM Close': `
        Front Counter: Register, Phones
        Kitchen: Makeline 1, Oven, Cut & Box
        Delivery: Driver 1, Driver 2, Driver 3
        Support: Dishes, Floors`,
    },
  },
  sandwiches: {
    name: 'Sandwiches',
    usual: `
      Front Line: Greeter, Bread & Meat, Toppings, Wrap, Register
      Online Orders: Online Line 1, Online Line 2, Pickup Shelf
      Back of House: Slicer, Baker, Prep, Dishes
      Dining: Dining Room, Float`,
    rotations: {
      '8:00 AM–10:30 AM Open': `
        Front Line: Bread & Meat, Register
        Online Orders: Online Line 1
        Back of House: Slicer, Baker, Prep
        Dining: Dining Room`,
      '10:30 AM–2:00 PM Lunch': '',
      '2:00 PM–5:00 PM Afternoon': `
        Front Line: Bread & Meat, Toppings, Register
        Online Orders: Online Line 1, Pickup Shelf`,
      '5:00 PM–8:00 PM Dinner': '',
      '8:00 PM–10:00 PM Close': `
        Front Line: Bread & Meat, Toppings, Register
        Online Orders: Online Line 1
        Back of House: Slicer, Dishes
        Dining: Floors`,
    },
  },
};

const areasIn = (text: Areas): ReadonlyMap<string, readonly string[]> =>
  new Map(readAreas(text).map(({ name, entries }) => [name, entries]));

export const starterTemplate = (newId: NewId, kind: StarterKind, area: string): Template => ({
  kind: 'template',
  name: 'Typical Day',
  area,
  notes: emptyNotes,
  rotations: Object.entries(starterSets[kind].rotations).map(([when, differs]) => {
    const [, startTime = '', endTime = '', name = ''] = /^(.*)–(.* [AP]M) (.*)$/.exec(when) ?? [];
    return {
      ...{ id: newId(), name, startTime, endTime },
      subareas: [...new Map([...areasIn(starterSets[kind].usual), ...areasIn(differs)])]
        .filter(([, positions]) => positions.length > 0)
        .map(([subarea, positions]) => ({
          id: newId(),
          name: subarea,
          positions: positions.map((position) => ({ id: newId(), name: position, seats: [] })),
        })),
    };
  }),
  type: 'fixed',
});
