import { expect, test } from 'vitest';
import { type Relation, relationBetween, relationOf } from './contradiction.ts';

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
    ['The balance is 5.', 'The balance is -5.'],
    ['Ada does not like coffee.', 'Ada likes coffee.'],
    ["Ada doesn't like coffee.", 'Ada likes coffee.'],
    ['The team switched from Slack to Zulip.', 'The team uses Slack.'],
    ['We use npm instead of yarn.', 'We use yarn.'],
    ['The meeting is at 15:00.', 'The meeting is at 9:00.'],
    ['The budget of project 7 is 500.', 'The budget of project 7 is 700.'],
    ['Das Budget ist 700 €.', 'Das Budget ist 500 €.'],
    ['Ticket 4711 is not fixed.', 'Ticket 4711 is fixed.'],
  ],
  'may-contradict': [
    ['Ada likes green tea.', 'Ada likes black tea.'],
    ['The team meets in the large room.', 'The team meets in the small room.'],
    ['Ticket 4712 is fixed.', 'Ticket 4711 is fixed.'],
    ['Ticket 4712 was moved to Bob.', 'Ticket 4711 was moved to Eve.'],
    ['Ada paid invoice 18.', 'Ada paid invoice 17.'],
    ['Room 14 has a projector.', 'Room 12 has a projector.'],
    ['The fix is in ticket 4712.', 'The fix is in ticket 4711.'],
    ['Order 12 is due on 2026-12-01.', 'Order 11 is due on 2026-12-01.'],
    ['Ada lives in Nice in winter.', 'Ada lives in Ghent in summer.'],
    ['Ada works for Globex on Mondays.', 'Ada works for Initech.'],
    ['The budget of project 7 is 500.', 'The budget of project 8 is 500.'],
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

test('[LTM-5] without a subject only another value at the end takes the place of a statement', () => {
  const relations = PAIRS.map(([now, before]) => relationBetween({ text: now }, { text: before }));
  expect(relations).toEqual(['same', 'replaces', 'may-contradict', 'may-contradict', 'beside']);
});

test('[LTM-5] where one of two names a subject, neither takes the place of the other', () => {
  for (const [ours, theirs] of [['Ada', undefined] as const, [undefined, 'Ada'] as const]) {
    const relations = PAIRS.map(([now, before]) =>
      relationBetween({ text: now, subject: ours }, { text: before, subject: theirs }),
    );
    expect(relations).toEqual([
      'same',
      'may-contradict',
      'may-contradict',
      'may-contradict',
      'beside',
    ]);
  }
});

const PAIRS = [
  ['The budget is 500', 'The budget is 500.'],
  ['The budget is 700.', 'The budget is 500.'],
  ['Ada lives in Rome.', 'Ada lives in Paris.'],
  ['We use npm instead of yarn.', 'We use yarn.'],
  ['Ada plays the cello.', 'Ada lives in Paris.'],
] as const;
