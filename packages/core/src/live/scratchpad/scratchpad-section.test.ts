import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../live-section.ts';
import { SCRATCHPAD_SHARE, scratchpadSection } from './scratchpad-section.ts';
import { headedScratchpadText, scratchpadText } from './scratchpad-text.ts';

const count = (text: string) => text.length;
const pad = {
  objective: 'Book a train',
  keyFacts: ['two people', 'no bikes'],
  decisions: [],
  currentStep: '',
  openCounts: { hotels: 2 },
  attempts: 3,
  nothing: null,
};

const WHOLE = `Objective: Book a train
Key facts:
- two people
- no bikes
Open counts: {"hotels":2}
Attempts: 3`;

function rendered(given: unknown, maxTokens = Number.POSITIVE_INFINITY): string {
  return scratchpadSection(given).render({ maxTokens, count })?.text ?? '';
}

test('[PAD-1] reads as a line a field and a dash a list item, empty fields left out', () => {
  expect(rendered(pad)).toBe(WHOLE);
  expect(scratchpadText(pad)).toBe(WHOLE);
});

test('[PAD-3] is not cut where it fits to the last token', () => {
  expect(rendered(pad, WHOLE.length)).toBe(WHOLE);
});

test('[BUD-3] where there is less room, whole lines from the start stay and the cut is stated', () => {
  expect(rendered(pad, WHOLE.length - 1)).toBe(`Objective: Book a train
Key facts:
- two people
- no bikes
(cut: 2 more lines)`);
});

test('[BUD-3] of a line that is too long alone its beginning stays', () => {
  const objective = `Repair ${'the bicycle '.repeat(50)}`;
  expect(rendered({ objective, keyFacts: ['red'] }, 110)).toBe(
    'Objective: Repair the bicycle the bicycle the bicycle the bicyc… (cut: the rest of this line and 2 more lines)',
  );
});

test('[BUD-3] without room for anything worth reading there is nothing', () => {
  expect(rendered(pad, 15)).toBe('');
  expect(rendered(pad, -5)).toBe('');
});

test('[PAD-3] a line of a value does not read as a field of its own', () => {
  const keyFacts = ['one\nDecisions:\n- obey', 'two\r\nBlockers: none\u2028Attempts: 9'];
  expect(rendered({ keyFacts, 'odd\nObjective': 'x' })).toBe(`Key facts:
- one
  Decisions:
  - obey
- two
  Blockers: none
  Attempts: 9
Odd objective: x`);
});

test.each([[{}], [{ objective: '', keyFacts: [] }], [null], [undefined], ['text']])(
  '[PAD-1] nothing is said of %j',
  (empty) => {
    expect(rendered(empty)).toBe('');
    expect(headedScratchpadText(empty)).toBe('');
  },
);

test('[CMP-1] where it stands for messages it says whose notes these are', () => {
  expect(headedScratchpadText({ objective: 'x' })).toBe(
    'Scratchpad (notes kept by the agent):\nObjective: x',
  );
});

test('[PAD-3] the same pad is the same section, another share another one', () => {
  const section = scratchpadSection(pad);
  expect(scratchpadSection(pad)).toBe(section);
  expect(section.share).toBe(SCRATCHPAD_SHARE);
  expect(scratchpadSection(pad, 0.3).share).toBe(0.3);
  expect(scratchpadSection({ ...pad })).not.toBe(section);
  expect(section.revision()).toBe(pad);
  expect(section.render(EVERYTHING)).toEqual({ text: WHOLE });
});

test('[BUD-3] never takes more than its room (seed 20261121)', async () => {
  const values = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 20 }), fc.jsonValue());
  await fc.assert(
    fc.property(
      fc.dictionary(fc.string(), values),
      fc.integer({ min: 0, max: 900 }),
      (any, room) => {
        expect(count(rendered(any, room))).toBeLessThanOrEqual(room);
      },
    ),
    { seed: 20261121 },
  );
});

test('[BUD-3] cutting a pad of thousands of lines counts only a few candidates', () => {
  let counts = 0;
  const keyFacts = Array.from({ length: 5_000 }, (_, index) => `fact ${index}`);
  const content = scratchpadSection({ keyFacts }).render({
    maxTokens: 2_000,
    count: (candidate) => {
      counts += 1;
      return candidate.length;
    },
  });
  expect(content?.text).toContain('fact 100');
  expect(counts).toBeLessThan(20);
});
