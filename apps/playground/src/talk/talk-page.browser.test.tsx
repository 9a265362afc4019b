import { inMemoryStore } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createDeviceModels } from '../device/device-models.ts';
import { PageParts } from '../session/page-parts.ts';
import { TalkPage } from './talk-page.tsx';

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
    <PageParts
      value={{
        store,
        longTerm: createLongTermMemory(),
        models: createDeviceModels(),
      }}
    >
      <TalkPage />
    </PageParts>,
  );
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: 'Hello' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  endReading();
  await waitFor(async () => {
    const session = await load('scripted#0');
    expect(session?.entries.length).toBeGreaterThanOrEqual(2);
  });
});
