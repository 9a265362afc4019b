import { expect, test } from 'vitest';
import { createAgentMemory } from '../create-agent-memory.ts';

const memoryOf = (id: string) => createAgentMemory({ id, contextWindow: 32_000 });

const call = (name: string, id?: unknown) => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: '{}' },
});

const user = { role: 'user', content: 'Look.' };
const asked = {
  role: 'assistant',
  content: null,
  tool_calls: [call('a', ''), call('b', ''), call('a', '')],
};

/** Whose result is whose, as it is sent. */
async function pairs(memory: ReturnType<typeof memoryOf>) {
  const { messages } = await memory.assemble();
  return messages.flatMap(({ role, tool_call_id: id, content }) =>
    role === 'tool' ? [[id, content]] : [],
  );
}

test.each([
  ['one by one', true],
  ['at once', false],
])(
  '[CMP-3] results without ids, appended %s, answer the calls in their order',
  async (_, isApart) => {
    const memory = memoryOf('order');
    const results = ['1', '2', '3'].map((content) => ({ role: 'tool', tool_call_id: '', content }));
    if (isApart) for (const said of [user, asked, ...results]) await memory.append(said as never);
    else await memory.append([user, asked, ...results] as never);
    expect(await pairs(memory)).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a_2', '3'],
    ]);
  },
);

test('[CMP-3] results that name their tools alone answer the first open call of each', async () => {
  const memory = memoryOf('names');
  const named = (tool_name: string, content: string) => ({ role: 'tool', tool_name, content });
  for (const said of [user, asked, named('b', '2'), named('a', '1'), named('a', '3')]) {
    await memory.append(said as never);
  }
  expect((await pairs(memory)).toSorted()).toEqual([
    ['a', '1'],
    ['a_2', '3'],
    ['b', '2'],
  ]);
});

test('[CMP-3] a call without an id that is made again has its own result, and one too many is words', async () => {
  const memory = memoryOf('again');
  const once = [
    { role: 'assistant', content: null, tool_calls: [call('a')] },
    { role: 'tool', content: 'first' },
  ];
  const twice = [once[0], { role: 'tool', content: 'second' }, { role: 'tool', content: 'third' }];
  for (const said of [user, ...once, ...twice]) await memory.append(said as never);
  const { messages } = await memory.assemble();
  expect(messages.map(({ role, content }) => [role, content])).toMatchObject([
    ['user', 'Look.'],
    ['assistant', null],
    ['tool', 'first'],
    ['assistant', null],
    ['tool', 'second'],
    ['user', expect.stringContaining('third')],
  ]);
});

test('[MSG-5] a list without ids that is shown again is the same conversation', async () => {
  const memory = memoryOf('shown');
  const list = [user, asked, ...['1', '2', '3'].map((content) => ({ role: 'tool', content }))];
  await memory.append(list as never);
  await memory.reconcile(list as never);
  expect(memory.entries()).toHaveLength(5);
});
