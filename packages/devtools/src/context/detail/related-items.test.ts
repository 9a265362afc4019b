import { expect, test } from 'vitest';
import { planFacts } from '../../source/devtools-source.ts';
import { richSession } from '../../testing/rich-session.ts';
import { relatedToItem } from './related-items.ts';

test('[DEV-1] an item leads to what it stands for, what displaced it and where it travels', () => {
  const plan = planFacts(richSession().plan);
  const relatedTo = (id: string) => {
    const item = plan.items.find((candidate) => candidate.id === id);
    return item ? relatedToItem(plan, item) : [];
  };
  expect(relatedTo('condensed-1')).toEqual([
    { key: 'range:1', relation: 'Stands for', title: '14 messages #1–#14' },
  ]);
  expect(relatedTo('entry-20')).toEqual([
    { key: 'item:entry-22', relation: 'Superseded by', title: 'Message #22' },
  ]);
  expect(relatedTo('scratchpad')).toEqual([
    { key: 'item:entry-24', relation: 'Travels inside', title: 'Message #24' },
  ]);
  expect(relatedTo('entry-24')).toEqual([
    { key: 'item:scratchpad', relation: 'Carries', title: 'Scratchpad' },
  ]);
});
