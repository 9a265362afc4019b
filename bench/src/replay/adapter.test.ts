import { expect, test } from 'vitest';
import { open } from './adapter.mjs';
import { words } from './testing/builders.mjs';

test('[BENCH] sends the system text once, though it is also appended', async () => {
  const memory = await open({ budget: 2000, system: 'Be kind.' });
  await memory.append({ role: 'system', content: 'Be kind.' });
  await memory.append({ role: 'user', content: 'Hello' });
  const context = await memory.assemble();
  await memory.close?.();
  expect(context.map(({ role, content }) => [role, content])).toEqual([
    ['system', 'Be kind.'],
    ['user', 'Hello'],
  ]);
});

test('[BENCH] opens sessions that know nothing of each other', async () => {
  const first = await open({ budget: 2000 });
  const second = await open({ budget: 2000 });
  await first.append({ role: 'user', content: 'to the first' });
  await second.append({ role: 'user', content: 'to the second' });
  expect(JSON.stringify(await second.assemble())).not.toContain('to the first');
  await first.close?.();
  await second.close?.();
});

test('[BENCH] refuses with CONTEXT_OVERFLOW when the protected part cannot fit', async () => {
  const memory = await open({ budget: 100, system: words(500) });
  await memory.append({ role: 'user', content: 'Hello' });
  await expect((async () => memory.assemble())()).rejects.toMatchObject({
    code: 'CONTEXT_OVERFLOW',
  });
  await memory.close?.();
});
