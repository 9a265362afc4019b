import { expect, test } from 'vitest';
import { someEntries } from '../testing/builders.ts';
import { transcriptOf } from '../transcript/transcript-at.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import { touchedEntries } from './touched-entries.ts';

const transcript = transcriptOf(someEntries(0, 6));
const idAt = (seq: number) => transcript.log.at(seq).id;

function overlaysOf(...overlays: readonly EntryOverlay[]): Overlays {
  return { epoch: 0, ranges: [], entries: new Map(overlays.map((each) => [each.seq, each])) };
}

const made = { compactionId: 'c', limitTokens: 10 };
const trimmed: EntryOverlay = { kind: 'trimmed', seq: 0, ...made, trims: [] };

test('[CMP-14] a record names what was trimmed, shortened, superseded and used up, by id', () => {
  const after = overlaysOf(
    trimmed,
    { kind: 'shortened-calls', seq: 1, ...made, calls: [] },
    { kind: 'evicted-results', seq: 2, compactionId: 'c', supersededBySeq: 5 },
    {
      kind: 'evicted-results',
      seq: 3,
      compactionId: 'c',
      supersededBySeq: 5,
      reason: 'latest-only',
    },
    { kind: 'evicted-results', seq: 4, compactionId: 'c', reason: 'ephemeral' },
  );
  expect(touchedEntries(overlaysOf(), after, transcript)).toEqual({
    trimmed: [idAt(0)],
    shortened: [idAt(1)],
    superseded: [idAt(2), idAt(3)],
    usedUp: [idAt(4)],
  });
});

test('[CMP-14] an entry whose overlay stays is not named again, and one that is trimmed further is', () => {
  expect(touchedEntries(overlaysOf(trimmed), overlaysOf(trimmed), transcript)).toEqual({});
  const further = overlaysOf({ ...trimmed, limitTokens: 5 });
  expect(touchedEntries(overlaysOf(trimmed), further, transcript)).toEqual({ trimmed: [idAt(0)] });
});
