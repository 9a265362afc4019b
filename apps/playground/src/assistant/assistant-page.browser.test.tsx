import { inMemoryStore } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NO_SESSIONS_CHOSEN } from '../session/session-choice.ts';
import { AssistantPage } from './assistant-page.tsx';

afterEach(cleanup);

test('[STO-4] a message sent while the stored session is still read is said, not swallowed', async () => {
  const store = inMemoryStore();
  const load = store.load.bind(store);
  let endReading = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    endReading = resolve;
  });
  store.load = async (id) => {
    await reading;
    return load(id);
  };
  render(
    <AssistantPage
      store={store}
      longTerm={createLongTermMemory()}
      choice={NO_SESSIONS_CHOSEN}
      onChoice={() => undefined}
      theme="light"
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: 'What is 6 * 7?' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  endReading();
  await waitFor(async () => {
    const session = await load('assistant#0');
    expect(session?.entries.length).toBeGreaterThanOrEqual(2);
  });
});
