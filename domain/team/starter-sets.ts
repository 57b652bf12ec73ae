import { emptyNotes } from '../notes/notes.ts';
import type { NewId } from '../plan/plan-copy.ts';
import type { ClockTime } from '../time/clock-time.ts';
import type { StarterKind, Template } from './template.ts';

/** Positions by subarea. */
type Positions = Readonly<Record<string, readonly string[]>>;

interface StarterSet {
  readonly name: string;
  readonly usual: Positions;
  /** Each with the subareas that differ from the usual; one without positions isn't used then. */
  readonly rotations: readonly (readonly [
    name: string,
    startTime: ClockTime,
    endTime: ClockTime,
    differs?: Positions,
  ])[];
}

/** What such a restaurant usually runs; a team changes what is different at theirs. */
export const starterSets: Readonly<Record<StarterKind, StarterSet>> = {
  burgers: {
    name: 'Burgers',
    usual: {
      'Front Counter': ['Register 1', 'Register 2', 'Expo', 'Drinks & Shakes'],
      'Drive-Thru': ['Order Taker', 'Cashier', 'Window', 'Runner'],
      Kitchen: ['Grill 1', 'Grill 2', 'Fries', 'Fryer', 'Assembly 1', 'Assembly 2', 'Prep'],
      Support: ['Dining Room', 'Dishes', 'Float'],
    },
    rotations: [
      [
        'Breakfast',
        '6:00 AM',
        '10:30 AM',
        { Kitchen: ['Grill 1', 'Eggs', 'Biscuits', 'Hash Browns', 'Assembly 1', 'Prep'] },
      ],
      ['Lunch', '10:30 AM', '2:00 PM'],
      ['Afternoon', '2:00 PM', '5:00 PM', { Support: ['Dining Room', 'Dishes', 'Restock'] }],
      ['Dinner', '5:00 PM', '9:00 PM'],
      [
        'Close',
        '9:00 PM',
        '12:00 AM',
        {
          'Front Counter': ['Register 1', 'Expo'],
          Kitchen: ['Grill 1', 'Fries', 'Fryer', 'Assembly 1', 'Kitchen Clean'],
          Support: ['Dining Room', 'Dishes', 'Floors'],
        },
      ],
    ],
  },
  chicken: {
    name: 'Chicken',
    usual: {
      'Front Counter': ['Register 1', 'Register 2', 'Expo', 'Drinks', 'Order Runner'],
      'Drive-Thru': ['Order Taker 1', 'Order Taker 2', 'Window', 'Runner', 'Bagger 1', 'Bagger 2'],
      Kitchen: ['Grill 1', 'Grill 2', 'Fryer 1', 'Fryer 2', 'Breading', 'Sandwich Line', 'Prep'],
      'Dining & Support': ['Host', 'Dining Room', 'Dishes', 'Float'],
    },
    rotations: [
      [
        'Breakfast',
        '6:00 AM',
        '10:30 AM',
        { Kitchen: ['Grill 1', 'Grill 2', 'Biscuits', 'Hash Browns', 'Sandwich Line', 'Prep'] },
      ],
      ['Lunch', '10:30 AM', '2:00 PM'],
      [
        'Afternoon',
        '2:00 PM',
        '5:00 PM',
        { 'Dining & Support': ['Dining Room', 'Dishes', 'Deliveries', 'Float'] },
      ],
      ['Dinner', '5:00 PM', '9:00 PM'],
      [
        'Close',
        '9:00 PM',
        '1:00 AM',
        {
          'Front Counter': ['Register 1', 'Expo', 'Drinks', 'Counter Clean'],
          'Dining & Support': ['Dining Room', 'Dishes', 'Floors', 'Float'],
        },
      ],
    ],
  },
  coffee: {
    name: 'Coffee',
    usual: {
      Counter: ['Register 1', 'Register 2', 'Hand-Off'],
      'Drive-Thru': ['Order Taker', 'Window'],
      Bar: ['Hot Bar 1', 'Hot Bar 2', 'Cold Bar', 'Brew'],
      Food: ['Warming', 'Pastry Case'],
      Support: ['Restock', 'Lobby'],
    },
    rotations: [
      [
        'Open',
        '5:00 AM',
        '7:00 AM',
        { Counter: ['Register 1', 'Hand-Off'], Bar: ['Hot Bar 1', 'Cold Bar', 'Brew'], Support: ['Restock'] },
      ],
      ['Morning Peak', '7:00 AM', '10:30 AM'],
      ['Midday', '10:30 AM', '2:00 PM'],
      [
        'Afternoon',
        '2:00 PM',
        '5:00 PM',
        { Counter: ['Register 1', 'Hand-Off'], Bar: ['Hot Bar 1', 'Cold Bar'] },
      ],
      [
        'Close',
        '5:00 PM',
        '9:00 PM',
        {
          Counter: ['Register 1', 'Hand-Off'],
          Bar: ['Hot Bar 1', 'Cold Bar'],
          Food: ['Warming'],
          Support: ['Dishes', 'Lobby'],
        },
      ],
    ],
  },
  pizza: {
    name: 'Pizza',
    usual: {
      'Front Counter': ['Register', 'Phones', 'Pickup'],
      Kitchen: ['Dough', 'Makeline 1', 'Makeline 2', 'Oven', 'Cut & Box', 'Fryer'],
      Delivery: ['Dispatch', 'Driver 1', 'Driver 2', 'Driver 3', 'Driver 4'],
      Support: ['Prep', 'Dishes'],
    },
    rotations: [
      [
        'Open',
        '9:00 AM',
        '11:00 AM',
        {
          'Front Counter': ['Register', 'Phones'],
          Kitchen: ['Dough', 'Makeline 1', 'Oven'],
          Delivery: [],
          Support: ['Prep'],
        },
      ],
      ['Lunch', '11:00 AM', '2:00 PM'],
      [
        'Afternoon',
        '2:00 PM',
        '5:00 PM',
        {
          'Front Counter': ['Register', 'Phones'],
          Kitchen: ['Dough', 'Makeline 1', 'Oven', 'Cut & Box'],
          Delivery: ['Driver 1', 'Driver 2'],
        },
      ],
      ['Dinner', '5:00 PM', '9:00 PM'],
      [
        'Close',
        '9:00 PM',
        '12:00 AM',
        {
          'Front Counter': ['Register', 'Phones'],
          Kitchen: ['Makeline 1', 'Oven', 'Cut & Box'],
          Delivery: ['Driver 1', 'Driver 2', 'Driver 3'],
          Support: ['Dishes', 'Floors'],
        },
      ],
    ],
  },
  sandwiches: {
    name: 'Sandwiches',
    usual: {
      'Front Line': ['Greeter', 'Bread & Meat', 'Toppings', 'Wrap', 'Register'],
      'Online Orders': ['Online Line 1', 'Online Line 2', 'Pickup Shelf'],
      'Back of House': ['Slicer', 'Baker', 'Prep', 'Dishes'],
      Dining: ['Dining Room', 'Float'],
    },
    rotations: [
      [
        'Open',
        '8:00 AM',
        '10:30 AM',
        {
          'Front Line': ['Bread & Meat', 'Register'],
          'Online Orders': ['Online Line 1'],
          'Back of House': ['Slicer', 'Baker', 'Prep'],
          Dining: ['Dining Room'],
        },
      ],
      ['Lunch', '10:30 AM', '2:00 PM'],
      [
        'Afternoon',
        '2:00 PM',
        '5:00 PM',
        {
          'Front Line': ['Bread & Meat', 'Toppings', 'Register'],
          'Online Orders': ['Online Line 1', 'Pickup Shelf'],
        },
      ],
      ['Dinner', '5:00 PM', '8:00 PM'],
      [
        'Close',
        '8:00 PM',
        '10:00 PM',
        {
          'Front Line': ['Bread & Meat', 'Toppings', 'Register'],
          'Online Orders': ['Online Line 1'],
          'Back of House': ['Slicer', 'Dishes'],
          Dining: ['Floors'],
        },
      ],
    ],
  },
};

export const starterTemplate = (newId: NewId, kind: StarterKind, area: string): Template => ({
  kind: 'template',
  name: 'Typical Day',
  area,
  notes: emptyNotes,
  rotations: starterSets[kind].rotations.map(([name, startTime, endTime, differs]) => ({
    ...{ id: newId(), name, startTime, endTime },
    subareas: Object.entries({ ...starterSets[kind].usual, ...differs })
      .filter(([, positions]) => positions.length > 0)
      .map(([subarea, positions]) => ({
        id: newId(),
        name: subarea,
        positions: positions.map((position) => ({ id: newId(), name: position, seats: [] })),
      })),
  })),
  type: 'fixed',
});
