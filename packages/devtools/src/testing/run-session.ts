import { runTool, sessionCheckpoints, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, estimatingCounter, fixedBudget } from '@agent-memory/core';

/** A name that would be markup, and one that is read from the right. */
export const HOSTILE_REQUEST =
  '<img src=x onerror="globalThis.hostileRan = true"> **bold** \u202Etxt';
export const RTL_REQUEST = 'أين الطلب ZFA04Y؟ وهل يصل غدًا؟';

/**
 * A real session in runs: tool calls, a long result, hostile and right-to-left requests, and a recall
 * of the first run. It has compacted, so that the first runs have left the context.
 */
export async function runSession({ catalog = true }: { readonly catalog?: boolean } = {}) {
  const feature = sessionRuns({ catalog: catalog && { share: 0.2 }, maxTokens: 400 });
  const kept = sessionCheckpoints();
  const memory = createAgentMemory({
    id: 'travel',
    system: 'You help travellers. Be brief and exact.',
    budget: fixedBudget(2_400),
    features: [feature.feature, kept.feature],
    tools: feature.definitions,
    // Figures that stay: better ones would arrive in the middle of a test.
    tokenCounter: estimatingCounter,
  });
  const runs = feature.of(memory);
  const checkpoints = kept.of(memory);
  const say = (content: string) => memory.append({ role: 'user', content });
  const reply = (content: string) => memory.append({ role: 'assistant', content });
  async function use(name: string, args: object, content: string): Promise<void> {
    const id = `${name}-${memory.entries().length}`;
    const called = { name, arguments: JSON.stringify(args) };
    await memory.append([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: id, content },
    ]);
  }
  /** The model calls a tool of the runs. */
  async function look(toolName: 'recall' | 'search_session', args: object): Promise<void> {
    const asked = { callId: 'call', toolName, arguments: JSON.stringify(args) };
    await use(toolName, args, (await runTool(runs.tools, asked)).text);
  }

  await say('Where is order ZFA04Y?');
  await use('find_order', { order: 'ZFA04Y' }, 'left Ghent on Monday, train IC 1538\n'.repeat(40));
  await reply('Order ZFA04Y left Ghent on Monday with train IC 1538.');
  for (const request of [HOSTILE_REQUEST, RTL_REQUEST]) {
    await say(request);
    await reply('That order has not left yet. It waits in Porto for its papers.');
  }
  for (let day = 1; day <= 6; day += 1) {
    await say(
      `Plan day ${day} in Porto: ${'a walk, a museum and a place to eat, '.repeat(6)}please.`,
    );
    await reply(
      `Day ${day}: the tower at ten, the river at noon. ${'It is a fine walk. '.repeat(16)}`,
    );
    await memory.assemble();
  }
  await memory.compact();
  await checkpoints.milestone('Six days planned');
  await say('What did I ask you first?');
  await look('recall', { message: 0 });
  await reply('You asked where order ZFA04Y is.');
  await memory.assemble();
  await memory.reportUsage({ inputTokens: 2_105, cachedInputTokens: 900 });
  return { memory, runs, checkpoints, say, reply, use, look };
}
