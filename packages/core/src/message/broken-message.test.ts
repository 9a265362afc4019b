import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../formats/parse-message.ts';
import { InvalidMessageError } from '../ground/errors/errors.ts';
import type { Part } from './message.ts';

type Path = readonly (string | number)[];

/** One field of a message, and what makes it wrong; `MISSING` takes the field away. */
interface Breakage {
  readonly path: Path;
  readonly wrong: unknown;
}

/** Wrong values for each field of an object. */
type WrongValues = Readonly<Record<string, readonly unknown[]>>;

const MISSING = Symbol('missing');

const notText = [5, true, null, undefined, [], {}];
const notName = [...notText, ''];
const notId = [true, [], {}];
const notObject = ['x', 5, true, null, undefined, []];
const notPixels = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null, undefined];
const notPart = ['x', 5, true, null, undefined, []];
const notList = ['x', 5, null, undefined, {}];
const notKind = ['audio', 'constructor', '__proto__', 'toString', '', 5, null, undefined, {}];

const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '__proto__', '\ud800'));
const name = fc.string({ minLength: 1, maxLength: 8 });
const extra = fc.dictionary(
  fc.oneof(name, fc.constantFrom('__proto__', 'constructor', 'type')),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
);

/** The parts of an assistant, each with every field that its kind can have. */
const part = fc.oneof(
  fc.record(
    { type: fc.constant('text' as const), text: words, extra },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('image' as const),
      url: name,
      detail: fc.constantFrom('auto', 'low', 'high'),
      width: fc.integer({ min: 1 }),
      height: fc.integer({ min: 1 }),
    },
    { requiredKeys: ['type', 'url'] },
  ),
  fc.record(
    { type: fc.constant('document' as const), fileId: words, data: words, filename: words },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('tool-call' as const),
      callId: name,
      toolName: name,
      arguments: words,
      extra,
    },
    { requiredKeys: ['type', 'callId', 'toolName', 'arguments'] },
  ),
  fc.record(
    { type: fc.constant('thinking' as const), text: words, signature: words },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record({ type: fc.constant('unknown' as const), value: fc.jsonValue({ maxDepth: 2 }) }),
);

const result = fc.record(
  { type: fc.constant('tool-result' as const), callId: name, text: words, extra },
  { requiredKeys: ['type', 'callId', 'text'] },
);

const optional = { providerMessageId: name, extra };
const requiredKeys: ('role' | 'parts')[] = ['role', 'parts'];
const ownMessage = fc.oneof(
  fc.record(
    {
      role: fc.constant('assistant'),
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      ...optional,
    },
    { requiredKeys },
  ),
  fc.record(
    {
      role: fc.constant('tool'),
      parts: fc.array(result, { minLength: 1, maxLength: 3 }),
      ...optional,
    },
    { requiredKeys },
  ),
);

const WRONG_IN_MESSAGE: WrongValues = {
  role: ['function', 'developer', 'constructor', '', MISSING, ...notText],
  parts: notList,
  providerMessageId: notName,
  extra: notObject,
  mood: ['good', undefined],
  constructor: [1],
};

const WRONG_IN_PART: Readonly<Record<Part['type'], WrongValues>> = {
  text: { text: [MISSING, ...notText], extra: notObject },
  image: {
    url: [MISSING, ...notName],
    detail: ['huge', '', ...notText],
    width: notPixels,
    height: notPixels,
  },
  document: { fileId: notText, data: notText, filename: notText },
  'tool-call': {
    callId: [MISSING, ...notName],
    toolName: [MISSING, ...notName],
    arguments: [5, true, []],
    extra: notObject,
  },
  'tool-result': {
    callId: [MISSING, ...notName],
    text: [MISSING, ...notText],
    extra: notObject,
  },
  thinking: { text: [MISSING, ...notText], signature: notText },
  unknown: { value: [MISSING] },
};

const WRONG_IN_EVERY_PART: WrongValues = {
  type: [MISSING, ...notKind],
  color: ['red'],
  toString: [1],
};

function ownBreakages(message: { readonly parts: readonly Pick<Part, 'type'>[] }) {
  return [
    ...breakages([], WRONG_IN_MESSAGE),
    ...message.parts.flatMap(({ type }, index) => [
      ...breakages(['parts'], { [index]: notPart }),
      ...breakages(['parts', index], { ...WRONG_IN_PART[type], ...WRONG_IN_EVERY_PART }),
    ]),
  ];
}

const contentPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: name }) }),
  fc.record({ type: fc.constant('file'), file: fc.record({ file_id: words }) }),
  fc.record({ type: fc.constant('input_audio'), input_audio: fc.record({ data: words }) }),
);
const content = fc.array(contentPart, { minLength: 1, maxLength: 4 });

const toolCall = fc.record({
  id: name,
  type: fc.constant('function'),
  function: fc.record({ name, arguments: words }),
});

interface OpenAiInput {
  readonly role: string;
  readonly content: readonly { readonly type: string }[];
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
}

const openAiMessage: fc.Arbitrary<OpenAiInput> = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content }),
  fc.record({
    role: fc.constant('assistant'),
    content,
    tool_calls: fc.array(toolCall, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool'), content, tool_call_id: name }),
);

function openAiBreakages({
  role,
  content: parts,
  tool_calls: calls,
  tool_call_id: callId,
}: OpenAiInput) {
  const mustSpeak = calls === undefined && callId === undefined;
  return [
    ...breakages([], {
      role: [MISSING, 'constructor', '', ...notText],
      content: [5, true, {}, ...(mustSpeak ? [MISSING, null, undefined] : [])],
      ...(role === 'assistant' && { tool_calls: ['x', 5, {}] }),
      ...(role === 'tool' && { tool_call_id: notId }),
    }),
    ...parts.flatMap(({ type }, index) => contentBreakages(type, ['content', index])),
    ...(calls ?? []).flatMap((_, index) => callBreakages(['tool_calls', index])),
  ];
}

function contentBreakages(type: string, path: Path): readonly Breakage[] {
  return [
    ...notPart.map((wrong) => ({ path, wrong })),
    ...breakages(path, {
      type: [MISSING, ...notText],
      ...(type === 'text' && { text: [MISSING, ...notText] }),
      ...(type === 'image_url' && { image_url: [MISSING, ...notObject] }),
      ...(type === 'file' && { file: [MISSING, ...notObject] }),
    }),
    ...(type === 'image_url'
      ? breakages([...path, 'image_url'], { url: [MISSING, ...notName] })
      : []),
  ];
}

function callBreakages(path: Path): readonly Breakage[] {
  return [
    ...notPart.map((wrong) => ({ path, wrong })),
    ...breakages(path, {
      id: notId,
      type: ['other', '', null, 5],
      function: [MISSING, ...notObject],
    }),
    ...breakages([...path, 'function'], {
      name: [MISSING, ...notName],
      arguments: [5, true, []],
    }),
  ];
}

function breakages(path: Path, wrongValues: WrongValues): readonly Breakage[] {
  return Object.entries(wrongValues).flatMap(([field, values]) =>
    values.map((wrong) => ({ path: [...path, field], wrong })),
  );
}

test('[MSG-1] a message in the own form is read as it is (seed 20261122)', async () => {
  await fc.assert(
    fc.property(ownMessage, (message) => {
      const read = parseMessage(message);
      expect(read).toEqual(message);
      expect(JSON.stringify(read)).toBe(JSON.stringify(message));
    }),
    { numRuns: 40, seed: 20261122 },
  );
});

test('[MSG-3] of a message in the own form exactly the field that is broken is named (seed 20261122)', async () => {
  await fc.assert(
    fc.property(ownMessage, (message) => namesEach(message, ownBreakages(message))),
    { numRuns: 40, seed: 20261122 },
  );
});

test('[MSG-3] of an OpenAI message exactly the field that is broken is named (seed 20261122)', async () => {
  await fc.assert(
    fc.property(openAiMessage, (message) => namesEach(message, openAiBreakages(message))),
    { numRuns: 40, seed: 20261122 },
  );
});

function namesEach(message: object, all: readonly Breakage[]): void {
  expect(() => parseMessage(message)).not.toThrow();
  const told = all.map(({ path, wrong }) => refusalOf(withField(message, path, wrong)));
  expect(told.map(({ field }) => field)).toEqual(all.map(({ path }) => path.join('.')));
  for (const refused of told) {
    expect(refused.message).toMatch(/^Message refused, nothing was appended: `.+` (must|is) .+\.$/);
  }
}

/** The value with what stands at the path replaced. */
function withField(value: unknown, [name, ...rest]: Path, wrong: unknown): unknown {
  if (name === undefined) return wrong;
  if (Array.isArray(value))
    return value.with(Number(name), withField(value[Number(name)], rest, wrong));
  const fields = new Map(Object.entries(value as object));
  if (wrong === MISSING && rest.length === 0) fields.delete(`${name}`);
  else fields.set(`${name}`, withField(fields.get(`${name}`), rest, wrong));
  return Object.fromEntries(fields);
}

function refusalOf(input: unknown): InvalidMessageError {
  try {
    parseMessage(input);
  } catch (error) {
    if (error instanceof InvalidMessageError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
