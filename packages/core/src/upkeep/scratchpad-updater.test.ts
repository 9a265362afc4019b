import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { nextTask } from '../platform/next-task.ts';
import { type DefaultScratchpad, defaultScratchpad } from '../scratchpad/default-scratchpad.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import {
  type ScratchpadModel,
  type ScratchpadUpdate,
  type ScratchpadUpdaterOptions,
  scratchpadUpdater,
} from './scratchpad-updater.ts';

type Answer = string | Error | (() => Promise<string>);

/** A model that gives these answers, and keeps what it was asked. */
function aModel(...answers: readonly Answer[]) {
  const asked: string[] = [];
  const left = [...answers];
  const model: ScratchpadModel = {
    name: 'scripted',
    async chat({ messages }) {
      asked.push(messages.map(({ content }) => content).join('\n'));
      const answer = left.shift() ?? new Error('Nothing is scripted.');
      if (answer instanceof Error) throw answer;
      return { text: typeof answer === 'string' ? answer : await answer() };
    },
  };
  return { model, asked };
}

const pad = (fields: Partial<DefaultScratchpad>): string =>
  JSON.stringify({ ...defaultScratchpad.initial, ...fields });

function aSession(
  answers: readonly Answer[],
  options: Partial<ScratchpadUpdaterOptions<DefaultScratchpad>> = {},
) {
  const { model, asked } = aModel(...answers);
  const memory = createAgentMemory({
    id: 'kept',
    budget: fixedBudget(4_000),
    store: inMemoryStore(),
  });
  const outcomes: ScratchpadUpdate[] = [];
  const updater = scratchpadUpdater(memory, {
    model,
    scratchpad: defaultScratchpad,
    onUpdate: (update) => outcomes.push(update),
    ...options,
  });
  return { memory, updater, asked, outcomes };
}

const question = { role: 'user', content: 'Where is order ZFA04Y?' } as const;
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{}' } }],
} as const;
const result = { role: 'tool', tool_call_id: 'c1', content: 'In depot 9.' } as const;
const reply = { role: 'assistant', content: 'In depot 9.' } as const;

test('[PAD-2] once a run the model writes the scratchpad anew from what was said since', async () => {
  const { memory, updater, asked, outcomes } = aSession([
    pad({ objective: 'Find order ZFA04Y', blockers: ['no driver'] }),
    pad({ objective: 'Find order ZFA04Y' }),
  ]);
  await memory.append([question, call, result, reply]);
  await updater.idle();
  expect(memory.getState().scratchpad.blockers).toEqual(['no driver']);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(
    'user: Where is order ZFA04Y?\nassistant calls get_order: {}\nresult: In depot 9.',
  );
  await memory.append([
    { role: 'user', content: 'The driver is here.' },
    { role: 'assistant', content: 'Good.' },
  ]);
  await updater.idle();
  expect(memory.getState().scratchpad).toMatchObject({
    objective: 'Find order ZFA04Y',
    blockers: [],
  });
  expect(asked[1]).toContain('"blockers":["no driver"]');
  expect(asked[1]).not.toContain('Where is order');
  expect(outcomes).toEqual([{ kind: 'updated' }, { kind: 'updated' }]);
});

test('[PAD-2] after each step where that is wanted, and never unasked where it is not', async () => {
  const often = aSession([pad({ currentStep: '1' }), pad({ currentStep: '2' })], { every: 'step' });
  for (const message of [question, call, result, reply]) {
    await often.memory.append(message);
    await often.updater.idle();
  }
  expect(often.outcomes).toHaveLength(2);
  const never = aSession([pad({ currentStep: '1' })], { every: 'never' });
  await never.memory.append([question, reply]);
  await never.updater.idle();
  expect(never.outcomes).toEqual([]);
  expect(await never.updater.update()).toEqual({ kind: 'updated' });
  expect(await never.updater.update()).toEqual({ kind: 'unchanged' });
});

test.each([
  ['Sure! Here it is.', /^it is not JSON: /],
  ['{"objective":"x"', /^it is not JSON: /],
  ['["x"]', /^scratchpad: must be an object/],
  [pad({ keyFacts: 'x' as never }), /^keyFacts: must be a list of texts/],
  [pad({ mood: 'good' } as never), /^mood: is not a field/],
  [pad({ keyFacts: ['word '.repeat(900)] }), /^it takes \d+ tokens, and its room is 400$/],
])(
  '[PAD-2] an answer such as %.20s keeps the old scratchpad, and is reported',
  async (answer, problem) => {
    const { memory, updater, outcomes } = aSession([answer]);
    await memory.patchScratchpad({ objective: 'old' });
    await memory.append([question, reply]);
    await updater.idle();
    expect(memory.getState().scratchpad.objective).toBe('old');
    expect(outcomes).toEqual([
      { kind: 'invalid', problem: expect.stringMatching(problem), answer },
    ]);
  },
);

test.each([
  ['a fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
  ['thoughts', (json: string) => `<think>{"a":1}</think>\n${json}`],
])('[PAD-2] JSON behind or in %s is taken', async (_, around) => {
  const { memory, updater } = aSession([around(pad({ objective: 'new' }))]);
  await memory.append([question, reply]);
  await updater.idle();
  expect(memory.getState().scratchpad.objective).toBe('new');
});

test('[PAD-2] a change by somebody else while the model writes counts', async () => {
  const changing = async (): Promise<string> => {
    await memory.patchScratchpad({ objective: 'by hand' });
    return pad({ objective: 'by the model' });
  };
  const { memory, updater, outcomes } = aSession([changing, pad({ objective: 'again' })]);
  await memory.append([question, reply]);
  await updater.idle();
  expect(memory.getState().scratchpad.objective).toBe('by hand');
  expect(outcomes).toEqual([{ kind: 'overtaken' }]);
  // The next one still reads the words that were said then.
  expect(await updater.update()).toEqual({ kind: 'updated' });
});

test('[PAD-2] a model that fails changes nothing, and the next update makes up for it', async () => {
  const { memory, updater, asked, outcomes } = aSession([
    new Error('offline'),
    pad({ objective: 'x' }),
  ]);
  await memory.append([question, reply]);
  await updater.idle();
  expect(outcomes).toEqual([{ kind: 'failed', problem: 'offline' }]);
  await memory.append([{ role: 'user', content: 'And now?' }, reply]);
  await updater.idle();
  expect(asked[1]).toContain('Where is order ZFA04Y?');
  expect(memory.getState().scratchpad.objective).toBe('x');
});

test('[PAD-2] a disposed updater takes no answer', async () => {
  const { memory, updater, outcomes } = aSession([
    async () => {
      updater.dispose();
      return pad({ objective: 'late' });
    },
  ]);
  await memory.append([question, reply]);
  await updater.idle();
  expect(memory.getState().scratchpad.objective).toBe('');
  expect(outcomes).toEqual([]);
  await expect(updater.update()).rejects.toThrow(/disposed/);
});

test('[PAD-2] senseless options are refused', () => {
  const memory = createAgentMemory({ id: 'kept', contextWindow: 8_000 });
  const { model } = aModel();
  const scratchpad = defaultScratchpad;
  expect(() => scratchpadUpdater(memory, { model: {} as never, scratchpad })).toThrow(/`chat`/);
  expect(() => scratchpadUpdater(memory, { model, scratchpad, every: 'turn' as never })).toThrow(
    /run, step or never/,
  );
  expect(() => scratchpadUpdater(memory, { model, scratchpad, quotedTokens: 0 })).toThrow(
    /quotedTokens/,
  );
});

test('[PAD-2] a listener that throws is heard of as uncaught, and neither update nor caller fails', async () => {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const uncaught: unknown[] = [];
  process.on('unhandledRejection', (error) => void uncaught.push(error));
  const fault = new Error('no such element');
  const { memory, updater } = aSession([pad({ objective: 'x' })], {
    every: 'never',
    onUpdate: () => {
      throw fault;
    },
  });
  await memory.append(question);
  expect(await updater.update()).toEqual({ kind: 'updated' });
  await nextTask();
  process.removeAllListeners('unhandledRejection');
  for (const other of others) process.on('unhandledRejection', other);
  expect(uncaught).toEqual([fault]);
});
