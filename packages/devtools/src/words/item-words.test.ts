import type { Decision } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { aMadeItem, aMessage, anEntry, anItem, aPlan, aRange } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import {
  chipWord,
  fateWords,
  itemTitle,
  provenanceOf,
  rangeTitle,
  roleWord,
  tierWords,
} from './item-words.ts';

/** The facts of an item of a kind that came later than this panel. */
function madeItem(kind: string, id: string, tier: 'archive' | 'live' = 'live') {
  const [item] = planFacts(aPlan([aMadeItem({ id, kind: newerKind(kind), tier }, 'x')])).items;
  if (!item) throw new Error('The fixture has one item.');
  return item;
}

test('[DEV-1] provenance says whether what is sent is what was written', () => {
  const { items } = planFacts(richSession().plan);
  const byId = new Map(items.map((item) => [item.id, provenanceOf(item)]));
  expect(byId.get('entry-0')).toBe('original');
  expect(byId.get('entry-17')).toBe('shortened');
  expect(byId.get('condensed-1')).toBe('condensed');
  expect(byId.get('scratchpad')).toBe('live');
});

test('[EXT-6] the manifest is a section of its own in the archive tier, and nobody’s message', () => {
  const decision = { rule: 'ARCHIVE_SECTION', fate: 'sent' } as const;
  const made = aMadeItem(
    { id: 'manifest', kind: newerKind('manifest'), tier: 'archive' },
    'Known.',
    decision,
  );
  const [item] = planFacts(aPlan([made])).items;
  if (!item) throw new Error('The fixture has one item.');
  expect([itemTitle(item), roleWord(item), provenanceOf(item)]).toEqual([
    'Manifest',
    'manifest',
    'section',
  ]);
  expect(tierWords('archive').meaning).toContain('what is known from before');
});

test('[TIER-4] a live section goes by its own kind and id', () => {
  const named = (kind: string, id: string) => {
    const item = madeItem(kind, id);
    return [itemTitle(item), roleWord(item)];
  };
  expect(named('scratchpad', 'scratchpad')).toEqual(['Scratchpad', 'scratchpad']);
  expect(named('notes', 'notes')).toEqual(['Notes', 'notes']);
  expect(named('notes', 'files-touched')).toEqual(['Notes: files-touched', 'notes']);
  expect(named('live', 'openPage')).toEqual(['Open page', 'open page']);
});

test('[DEV-1] an item of a kind that came later has a title, a role and a provenance', () => {
  const recalled = madeItem('recalled-memory', 'memory-7', 'archive');
  expect(itemTitle(recalled)).toBe('Recalled memory: memory-7');
  expect(itemTitle({ ...recalled, seq: 4 })).toBe('Recalled memory #4');
  expect(roleWord(recalled)).toBe('recalled memory');
  expect(provenanceOf(recalled)).toBe('original');
});

test('[DEV-1] of a fate that came later nothing is claimed but that the text may be another', () => {
  const fate = newerKind<'sent'>('redacted-by-user');
  const item = anItem(anEntry(0, aMessage('user', 'x')), 'working', { fate });
  const [facts] = planFacts(aPlan([item])).items;
  expect(facts && provenanceOf(facts)).toBe('changed');
  expect(fateWords(fate)).toBe('redacted by user');
});

test('[DEV-1] a tier that came later is named by its code', () => {
  expect(tierWords('recalledMemories').name).toBe('Recalled memories');
  expect(tierWords('live').name).toBe('Live');
});

test('[DEV-1] a chip stands only beside what is not sent as it was written', () => {
  const chipOf = (decision: Partial<Decision>) => {
    const item = anItem(anEntry(0, aMessage('tool', 'x')), 'working', decision);
    const [facts] = planFacts(aPlan([item])).items;
    return facts && chipWord(facts);
  };
  expect(chipOf({ fate: 'sent' })).toBeUndefined();
  expect(chipOf({ fate: 'pinned' })).toBeUndefined();
  expect(chipOf({ fate: 'trimmed' })).toBe('shortened');
  expect(chipOf({ fate: 'deduplicated' })).toBe('shortened');
  expect(chipOf({ fate: newerKind<'sent'>('redacted-by-user') })).toBe('redacted by user');
  const condensed = planFacts(richSession().plan).items.find(({ kind }) => kind === 'condensed');
  expect(condensed && chipWord(condensed)).toBeUndefined();
});

test('[DEV-1] messages that are not sent are summarised, out of context, or of another branch', () => {
  const range = aRange(1, 15);
  expect(rangeTitle(range)).toBe('14 messages summarised');
  expect(rangeTitle({ ...range, decision: { ...range.decision, rule: 'OTHER_BRANCH' } })).toBe(
    '14 messages of another branch',
  );
  expect([fateWords('evicted'), fateWords('summarised'), fateWords('trimmed')]).toEqual([
    'out of context',
    'summarised',
    'shortened',
  ]);
});
