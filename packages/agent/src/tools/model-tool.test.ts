import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aTool } from '../testing/tool-builders.ts';
import { checkedTools, defineTool, type ModelTool } from './model-tool.ts';

test('[TOOL-1] a tool is what it was defined as, and nobody can change it afterwards', () => {
  const parameters = {
    type: 'object' as const,
    properties: { block: { type: 'integer' as const } },
  };
  const tool = defineTool({ ...aTool({ name: 'recall' }), parameters });
  expect(tool).toMatchObject({ name: 'recall', parameters });
  expect(tool.parameters).not.toBe(parameters);
  expect(Object.isFrozen(tool)).toBe(true);
  expect(Object.isFrozen(tool.parameters.properties)).toBe(true);
});

const holdsItself: Record<string, unknown> = { type: 'object' };
holdsItself.properties = { holdsItself };

test.each<[string, object, RegExp]>([
  ['no name', { name: '' }, /Option `name` of a tool must be 1 to 64 letters.*got ""\./],
  ['a name with a dot', { name: 'notes.set' }, /1 to 64 letters.*got "notes\.set"/],
  ['a name of 65 letters', { name: 'x'.repeat(65) }, /1 to 64 letters/],
  ['no description', { description: ' ' }, /`description` of the tool `recall` must be text/],
  ['a description that is no text', { description: 3 }, /`description`/],
  ['no parameters', { parameters: undefined }, /`parameters` of the tool `recall` must be a JSON/],
  ['parameters of another type', { parameters: { type: 'string' } }, /type "object"/],
  [
    'parameters that are no JSON',
    { parameters: { type: 'object', properties: { at: { default: new Date(0) } } } },
    /`parameters\.properties\.at\.default` of the tool `recall` /,
  ],
  ['parameters that hold themselves', { parameters: holdsItself }, /holds itself/],
  ['nothing to run', { execute: 'recall' }, /`execute` of the tool `recall` must be a function/],
])('[TOOL-1] a tool with %s is refused', (_, wrong, message) => {
  const tool: ModelTool = { ...aTool({ name: 'recall' }), ...wrong };
  expect(() => defineTool(tool)).toThrow(InvalidOptionError);
  expect(() => defineTool(tool)).toThrow(message);
});

test('[TOOL-1] two tools of one name are refused', () => {
  const tools = [aTool({ name: 'recall' }), aTool({ name: 'recall' })];
  expect(() => checkedTools(tools)).toThrow('Option `tools` has two tools of the name `recall`.');
});
