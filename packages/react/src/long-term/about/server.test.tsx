import { createLongTermMemory, inMemoryRecordStore } from '@agent-memory/long-term';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { UserMemories } from './user-memories.tsx';

test('[RCT-2] [RCT-6] a server renders that nothing has been read, and touches no store', () => {
  const store = inMemoryRecordStore();
  const page = vi.spyOn(store, 'page');
  const longTerm = createLongTermMemory({ user: 'ada', store });
  const html = renderToString(<UserMemories longTerm={longTerm} className="mine" />);
  expect(html).toContain('What do you remember about me?');
  expect(html).toContain('Looking it up …');
  expect(html).toContain('class="mine"');
  expect(page).not.toHaveBeenCalled();
});
