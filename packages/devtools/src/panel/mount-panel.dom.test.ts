import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { mountPanel } from './mount-panel.tsx';

test('[OBS-3] drawing with an option that there is not is refused', () => {
  const panel = mountPanel(document.body.appendChild(document.createElement('div')));
  const misspelt: object = { them: 'dark' };
  const drawn = { source: memorySource(new FixtureMemory()), theme: 'auto', ...misspelt } as const;
  expect(() => panel.draw(drawn)).toThrow('Unknown option `them` in `draw`: did you mean `theme`?');
  panel.unmount();
});
