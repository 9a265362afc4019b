import { expect, test } from 'vitest';
import { aTool } from '../testing/tool-builders.ts';
import { anthropicTools, openAiTools } from './tool-definitions.ts';

const { name, description, parameters } = aTool();

test('[TOOL-1] OpenAI is told of a tool as a function', () => {
  expect(openAiTools([aTool()])).toEqual([
    { type: 'function', function: { name, description, parameters } },
  ]);
});

test('[TOOL-1] Anthropic is told of a tool by its input schema', () => {
  expect(anthropicTools([aTool()])).toEqual([{ name, description, input_schema: parameters }]);
});

test('[TOOL-1] a client may write into what it is given; the tool stays as it is', () => {
  const tool = aTool();
  for (const { function: definition } of openAiTools([tool])) definition.parameters.strict = true;
  for (const { input_schema: schema } of anthropicTools([tool])) schema.required = [];
  expect(tool.parameters).toEqual(parameters);
});

test.each([openAiTools, anthropicTools])(
  '[TOOL-1] %O refuses two tools of one name',
  (definitionsOf) => {
    expect(() => definitionsOf([aTool(), aTool()])).toThrow('two tools of the name `get_order`');
  },
);
