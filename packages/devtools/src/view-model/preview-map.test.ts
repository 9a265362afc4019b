import { expect, test } from 'vitest';
import { previewFacts } from '../source/compaction-facts.ts';
import { planFacts } from '../source/plan-facts.ts';
import { richSession } from '../testing/rich-session.ts';
import { blockMap } from './block-map.ts';
import { planOfPreview, previewMapSentence } from './preview-map.ts';

async function previewed() {
  const { memory, plan } = richSession();
  const preview = await memory.previewCompaction();
  if (!preview) throw new Error('The session has a preview.');
  return { preview: previewFacts(preview), before: planFacts(plan) };
}

test('[DEV-4] [CMP-12] the map of a preview has what would leave as its ghosts, with the tokens it takes now', async () => {
  const { preview, before } = await previewed();
  const plan = planOfPreview(preview, before);
  const { lane } = blockMap(plan, 900, 'sent');
  const left = lane?.ghosts.filter(({ kind }) => kind === 'condensed') ?? [];
  expect(left).toMatchObject([{ fromSeq: 15, toSeq: 19, messages: 4, tokens: 528 }]);
  expect(left[0]?.standInKey).toBe('item:condensed-1');
  expect(plan.items.some(({ seq }) => seq === 15)).toBe(false);
});

test('[DEV-4] the sentence of a preview says what would leave, and what would stand for it', async () => {
  const { preview, before } = await previewed();
  const plan = planOfPreview(preview, before);
  expect(previewMapSentence(plan)).toBe(
    '4 messages would leave, 528 tokens; the summary would stand for all that left, in 162.',
  );
  const items = plan.items.filter(({ kind }) => kind !== 'condensed');
  expect(previewMapSentence({ ...plan, items })).toBe(
    '4 messages would leave, 528 tokens; no summary would stand for them.',
  );
});

test('[DEV-4] where no summary would stand, the ghosts of a preview lead nowhere', async () => {
  const { preview, before } = await previewed();
  const items = preview.plan.items.filter(({ kind }) => kind !== 'condensed');
  const plan = planOfPreview({ ...preview, plan: { ...preview.plan, items } }, before);
  const { lane } = blockMap(plan, 900, 'sent');
  expect(lane?.ghosts.map(({ kind }) => kind)).toContain('left');
  expect(lane?.funnels.filter(({ kind }) => kind !== 'cut')).toEqual([]);
});
