import { expect, test } from 'vitest';
import { type Relation, relationOf } from './contradiction.ts';

const CASES: Readonly<Record<Relation, readonly (readonly [string, string])[]>> = {
  same: [
    ['Ada lives in Paris.', 'ada lives  in PARIS'],
    ['Budget is 500', 'Budget is 500.'],
  ],
  replaces: [
    ['Ada lives in Rome.', 'Ada lives in Paris.'],
    ['Ada works at Initech.', 'Ada works at Globex.'],
    ['The budget is 700 €.', 'The budget is 500 €.'],
    ['The API is at https://b.example/v2', 'The API is at https://a.example/v1'],
    ['Ada does not like coffee.', 'Ada likes coffee.'],
    ["Ada doesn't like coffee.", 'Ada likes coffee.'],
    ['The team switched from Slack to Zulip.', 'The team uses Slack.'],
    ['We use npm instead of yarn.', 'We use yarn.'],
  ],
  'may-contradict': [
    ['Ada likes green tea.', 'Ada likes black tea.'],
    ['The team meets in the large room.', 'The team meets in the small room.'],
  ],
  beside: [
    ['Ada plays the cello.', 'Ada lives in Paris.'],
    ['Room 3 holds 10, all by the window.', 'Catering was ordered for the whole day.'],
  ],
};

test('[LTM-5] statements of one subject are compared by their form', () => {
  for (const [relation, pairs] of Object.entries(CASES)) {
    for (const [now, before] of pairs) {
      expect([now, before, relationOf(now, before)]).toEqual([now, before, relation]);
    }
  }
});

test('[LTM-5] two values that differ may be two things, and none takes the place of the other', () => {
  expect(relationOf('Room 4 holds 12 people.', 'Room 3 holds 10 people.')).toBe('may-contradict');
});
