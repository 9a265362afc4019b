import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { aMessage, anEntry, anItem, aPlan, aRange } from '../testing/plan-fixture.ts';
import { consideredRows, entryKey, itemKey, keyOfSeq } from './context-rows.ts';
import { FIRST_VIEW, isListed, nextView, notListed, wayToRow } from './context-view.ts';

const PLAN = planFacts(
  aPlan([anItem(anEntry(3, aMessage('user', 'x')), 'working')], {
    ranges: [aRange(0, 2)],
    transcriptLength: 4,
  }),
);
const words = (seq: number, isPast = false) => {
  const notice = notListed(PLAN, keyOfSeq(PLAN, seq), isPast);
  return notice && `${notice.title}. ${notice.text}`;
};

test('[DEV-1] a message that the context does not hold is told by where it is', () => {
  expect(words(9)).toBe(
    'Message #9 is not in this list. It is newer than this context; the next call takes it in.',
  );
  expect(words(9, true)).toBe(
    'Message #9 is not in this list. It was said after this call. Go back to live to see it in the list.',
  );
  expect(words(2)).toBe(
    'Message #2 is not in this list. This context neither sends it nor has anything stand for it; its original is kept.',
  );
});

test('[DEV-1] nothing is told about a message that a row shows, nor where nothing is selected', () => {
  expect([words(0), words(3)]).toEqual([undefined, undefined]);
  expect(notListed(PLAN, undefined, false)).toBeUndefined();
  expect(notListed(PLAN, itemKey('gone'), false)).toBeUndefined();
  // Selected while it had left, and sent again since.
  expect(notListed(PLAN, entryKey(3), false)).toBeUndefined();
});

test('[DEV-1] a message is told to be listed exactly where everything considered has a row for it', () => {
  const rows = new Set(consideredRows(PLAN, new Set([0])).map(({ key }) => key));
  for (let seq = 0; seq < 12; seq += 1) {
    const key = keyOfSeq(PLAN, seq);
    expect(isListed(PLAN, key), key).toBe(rows.has(key));
  }
});

test('[DEV-1] the way to a message that is not listed leaves the search and keeps the list', () => {
  const searched = nextView(FIRST_VIEW, {
    type: 'change',
    change: { phrase: 'nothing holds this' },
  });
  const view = nextView(searched, wayToRow(PLAN, [], keyOfSeq(PLAN, 9)));
  expect(view).toMatchObject({ scope: 'sent', phrase: '', selectedKey: entryKey(9) });
  const left = nextView(searched, wayToRow(PLAN, [], keyOfSeq(PLAN, 0)));
  expect(left.scope).toBe('considered');
});
