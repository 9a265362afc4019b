import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { MemoryPanel } from './memory-panel.tsx';

test('[OBS-3] a prop that there is not is refused in place of the panel, and the app continues', () => {
  const misspelt: object = { them: 'dark' };
  const markup = renderToStaticMarkup(
    <main>
      <h1>Support</h1>
      <MemoryPanel memory={new FixtureMemory()} {...misspelt} />
    </main>,
  );
  expect(markup).toBe(
    '<main><h1>Support</h1><p role="alert">' +
      'Unknown option `them` in `MemoryPanel`: did you mean `theme`?</p></main>',
  );
});

test('[OBS-3] names with a hyphen may stand at the panel as at any element', () => {
  const markup = renderToStaticMarkup(
    <MemoryPanel memory={new FixtureMemory()} className="panel" data-testid="panel" />,
  );
  expect(markup).toBe('<div class="panel" data-agent-memory-panel=""></div>');
});
