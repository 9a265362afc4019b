import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import type { FormatChoice, MessageIn } from '@agent-memory/core/formats';
import { expect, test } from 'vitest';
import { aiSdk, anthropic, chatTemplate, google, openAiResponses } from './index.ts';

const bytes = `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'x'.repeat(20_000)}IEND\xaeB\x60\x82`;
const png = `data:image/png;base64,${btoa(bytes)}`;

test.each<[string, FormatChoice]>([
  ['openai', 'openai'],
  ['openai-responses', openAiResponses],
  ['anthropic', anthropic],
  ['google', google],
  ['ai-sdk', aiSdk],
  ['chat-template', chatTemplate],
])(
  '[MSG-2] a data URL in the text of a result goes out to %s as a picture, or as a word for one',
  async (_, format) => {
    const memory = createAgentMemory({ id: 'shots', budget: fixedBudget(32_000) });
    const messages: readonly MessageIn<'openai'>[] = [
      { role: 'user', content: 'Open the page.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'open', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: JSON.stringify({ title: 'Home', shot: png }) },
    ];
    await memory.append(messages);
    const { plan, ...sent } = await memory.assemble({ format });
    const text = JSON.stringify(sent);
    expect(text).toContain(
      JSON.stringify(JSON.stringify({ title: 'Home', shot: '[image/png]' })).slice(1, -1),
    );
    expect(text.split(png.slice(png.indexOf(',') + 1))).toHaveLength(2);
    expect(plan.totalTokens).toBeLessThan(2_000);
    expect(memory.getState().compactions).toEqual([]);
    expect(memory.entries()[2]?.message.parts).toHaveLength(1);
    await memory.dispose();
  },
);
