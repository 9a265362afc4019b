import * as v from 'valibot';
import { InvalidMessageError } from '../errors/errors.ts';
import { type Message, type Part, type Role, toolResultsOf } from './message.ts';
import { fromOpenAiMessage } from './openai-chat.ts';
import { copyPlainData } from './plain-data.ts';
import { objectProblem, refusalOf } from './refusal.ts';

const Text = v.string('must be text');
const Pixels = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least one pixel'),
);
const Name = v.pipe(Text, v.nonEmpty('must not be empty'));

const Extra = v.record(v.string(), v.unknown());
const wrongPart = objectProblem('must be a part');

const PartSchema = v.variant(
  'type',
  [
    v.strictObject(
      { type: v.literal('text'), text: Text, extra: v.exactOptional(Extra) },
      wrongPart,
    ),
    v.strictObject(
      {
        type: v.literal('image'),
        url: Name,
        detail: v.exactOptional(v.picklist(['auto', 'low', 'high'], 'must be auto, low or high')),
        width: v.exactOptional(Pixels),
        height: v.exactOptional(Pixels),
      },
      wrongPart,
    ),
    v.strictObject(
      {
        type: v.literal('document'),
        fileId: v.exactOptional(Text),
        data: v.exactOptional(Text),
        filename: v.exactOptional(Text),
      },
      wrongPart,
    ),
    v.strictObject(
      {
        type: v.literal('tool-call'),
        callId: Name,
        toolName: Name,
        arguments: v.string('must be the JSON text of the arguments'),
        extra: v.exactOptional(Extra),
      },
      wrongPart,
    ),
    v.strictObject(
      {
        type: v.literal('tool-result'),
        callId: Name,
        text: Text,
        extra: v.exactOptional(Extra),
      },
      wrongPart,
    ),
    v.strictObject(
      { type: v.literal('thinking'), text: Text, signature: v.exactOptional(Text) },
      wrongPart,
    ),
    v.strictObject({ type: v.literal('unknown'), value: v.unknown() }, wrongPart),
  ],
  'must be a known kind of part, or "unknown" with a value',
);

const MessageSchema = v.strictObject(
  {
    role: v.picklist(
      ['system', 'user', 'assistant', 'tool'],
      'must be system, user, assistant or tool',
    ),
    parts: v.array(PartSchema, 'must be a list of parts'),
    providerMessageId: v.exactOptional(Name),
    extra: v.exactOptional(Extra),
  },
  objectProblem('must be an object'),
);

/**
 * Reads a message in this library's form (it has `parts`) or in that of OpenAI Chat Completions.
 * An `id` beside the message is the caller's and is not part of it. The message read is a copy:
 * changing the input afterwards does not change it.
 *
 * @throws InvalidMessageError naming the field at fault [MSG-3]. What is passed through unread must
 * at least be data: it is counted, stored and sent as JSON.
 */
export function parseMessage(input: unknown): Message {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidMessageError('message', `must be an object; got ${kindOf(input)}.`);
  }
  const message = 'parts' in input ? readOwnForm(input) : fromOpenAiMessage(input);
  refuseMisplacedParts(message);
  return message;
}

function readOwnForm(input: object): Message {
  const { id: _, ...message } = copyPlainData(input) as { readonly id?: unknown };
  const parsed = v.safeParse(MessageSchema, message);
  if (!parsed.success) throw refusalOf(parsed.issues);
  return parsed.output;
}

/** Calls belong to the assistant and results to tools; anything else no provider accepts. */
function refuseMisplacedParts(message: Message): void {
  const { role, parts } = message;
  for (const [index, part] of parts.entries()) {
    const problem = misplacement(part.type, role);
    if (problem) throw new InvalidMessageError(`parts.${index}`, `${problem}.`);
  }
  if (role === 'tool' && toolResultsOf(message).length === 0) {
    throw new InvalidMessageError('parts', 'must hold a tool result: this is a tool message.');
  }
}

/** Parts that can stand in a tool message; what is no result goes with the first one. */
const BESIDE_RESULTS: ReadonlySet<Part['type']> = new Set([
  'tool-result',
  'image',
  'document',
  'unknown',
]);

function misplacement(type: Part['type'], role: Role): string | undefined {
  if (role === 'tool')
    return BESIDE_RESULTS.has(type) ? undefined : 'cannot stand in a tool message';
  if (type === 'tool-result') return 'belongs in a tool message';
  if (type === 'tool-call' && role !== 'assistant') return 'belongs in an assistant message';
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
