import { createHash } from 'node:crypto';
import { type SentTool, toolsFault } from './tool-rules.ts';
import { type Fields, firstOf, isObject, tokensOf } from './values.ts';

type Part = Fields;
interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

/** How the provider signs what its own models thought ahead of a part. */
export function thoughtSignature(said: string): string {
  const digest = createHash('sha256').update(`signed ${said}`).digest('base64');
  return Buffer.from(`${said.length}:${digest}`).toString('base64');
}

/** Says that a call was not made by this model, as the documentation has it. */
const UNSIGNED = 'skip_thought_signature_validator';

/** Source: https://ai.google.dev/api/caching#Part */
const FIELDS = [
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
];
const KINDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  functionCall: ['id', 'name', 'args'],
  functionResponse: ['id', 'name', 'response', 'parts'],
  inlineData: ['mimeType', 'data', 'displayName'],
  fileData: ['mimeType', 'fileUri', 'displayName'],
};

/** The first fault of a request, in words; `undefined` where there is none. */
export function googleFault(body: unknown): string | undefined {
  if (!isObject(body)) return 'Invalid JSON payload received';
  const { contents, tools, systemInstruction } = body;
  if (!Array.isArray(contents) || contents.length === 0) {
    return '* GenerateContentRequest.contents: contents is not specified';
  }
  return (
    toolsFault(sentTools(tools)) ??
    systemFault(systemInstruction) ??
    firstOf(contents, (content, index) => contentFault(content, `contents[${index}]`)) ??
    turnsFault(contents as readonly Content[]) ??
    signaturesFault(contents as readonly Content[])
  );
}

export function googleTokens(body: unknown): number {
  return isObject(body) ? tokensOf([body.contents, body.systemInstruction, body.tools]) : 0;
}

function sentTools(tools: unknown): readonly SentTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap(({ functionDeclarations: declared = [] }) =>
    declared.map(({ name, description, parametersJsonSchema: schema }: Fields) => ({
      name,
      description,
      schema,
    })),
  );
}

function systemFault(instruction: unknown): string | undefined {
  if (instruction === undefined) return undefined;
  if (!isObject(instruction)) return 'Invalid value at system_instruction';
  return partsFault(instruction.parts, ['text'], 'systemInstruction');
}

function contentFault(content: unknown, at: string): string | undefined {
  if (!isObject(content)) return `Invalid value at '${at}'`;
  const { role, parts, ...others } = content;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `Unknown name "${unknown}" at '${at}': Cannot find field.`;
  if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
  const isModel = role === 'model';
  const kinds = KINDS.filter((kind) => kind !== (isModel ? 'functionResponse' : 'functionCall'));
  return partsFault(parts, kinds, at);
}

function partsFault(parts: unknown, kinds: readonly string[], at: string): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return `* ${at}.parts: must not be empty`;
  return firstOf(parts, (part, index) => partFault(part, kinds, `${at}.parts[${index}]`));
}

function partFault(part: unknown, kinds: readonly string[], at: string): string | undefined {
  if (!isObject(part)) return `Invalid value at '${at}'`;
  const unknown = Object.keys(part).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `Unknown name "${unknown}" at '${at}': Cannot find field.`;
  const [kind, ...others] = KINDS.filter((name) => name in part);
  if (kind === undefined || others.length > 0) {
    return `* ${at}.data: required oneof field 'data' must have one initialized field`;
  }
  if (!kinds.includes(kind)) return `* ${at}: ${kind} is not allowed here`;
  if (kind === 'text') {
    const isBlank = String(part.text).trim() === '' && part.thoughtSignature === undefined;
    return isBlank ? `* ${at}.text: must not be empty` : undefined;
  }
  const inside = part[kind];
  if (!isObject(inside)) return `Invalid value at '${at}.${kind}'`;
  const unread = Object.keys(inside).find((name) => !INSIDE[kind]?.includes(name));
  if (unread !== undefined) return `Unknown name "${unread}" at '${at}.${kind}'`;
  return kind === 'inlineData' || kind === 'fileData'
    ? fileFault(inside, at)
    : functionFault(kind, inside, at);
}

function fileFault({ mimeType, data, fileUri }: Fields, at: string): string | undefined {
  if (typeof mimeType !== 'string' || mimeType === '') return `* ${at}: mime_type is required`;
  return data || fileUri ? undefined : `* ${at}: a file without data`;
}

function functionFault(kind: string, inside: Fields, at: string): string | undefined {
  const { name, args = {}, response } = inside;
  if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(String(name))) {
    return `* ${at}.${kind}.name: Invalid function name: ${name}`;
  }
  if (!isObject(args)) return `Invalid value at '${at}.args' (type.googleapis.com/Struct)`;
  return kind === 'functionCall' || isObject(response)
    ? undefined
    : `Invalid value at '${at}.response' (type.googleapis.com/Struct)`;
}

/** Source: https://ai.google.dev/gemini-api/docs/function-calling and the refusals of its servers. */
function turnsFault(contents: readonly Content[]): string | undefined {
  if (contents[0]?.role !== 'user') {
    return 'Please ensure that the first content is of the user.';
  }
  if (contents.at(-1)?.role !== 'user') {
    return 'Please ensure that single turn requests end with a user role.';
  }
  return firstOf(contents, ({ role, parts }, index) => {
    const before = contents[index - 1];
    if (before?.role === role) {
      return namesIn(parts, 'functionCall').length > 0
        ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
        : 'Please ensure that multiturn requests alternate between user and model.';
    }
    if (role === 'model') return undefined;
    const calls = namesIn(before?.parts ?? [], 'functionCall');
    const answers = namesIn(parts, 'functionResponse');
    if (calls.length === 0 && answers.length > 0) {
      return 'Please ensure that function response turn comes immediately after a function call turn.';
    }
    if (calls.length !== answers.length) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    }
    return calls.join() === answers.join()
      ? undefined
      : `Please ensure that function responses ${answers} answer the calls ${calls}.`;
  });
}

function namesIn(parts: readonly Part[], kind: string): readonly unknown[] {
  return parts.flatMap((part) => {
    const inside = part[kind];
    return isObject(inside) ? [`${inside.name} ${inside.id}`] : [];
  });
}

/**
 * Source: https://ai.google.dev/gemini-api/docs/thought-signatures: in the current turn the first call
 * of each step has the signature that it came with; no signature is one that nobody gave.
 */
function signaturesFault(contents: readonly Content[]): string | undefined {
  const start = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && namesIn(parts, 'functionResponse').length === 0,
  );
  return firstOf(contents, ({ role, parts }, index) => {
    const first = parts.find((part) => 'functionCall' in part);
    const isMissing = role === 'model' && first && first.thoughtSignature === undefined;
    if (isMissing && index > start) {
      return `Function call is missing a thought_signature in functionCall parts. (contents[${index}])`;
    }
    const invalid = parts.find((part) => !isSigned(part));
    return invalid ? `Thought signature is not valid: ${invalid.thoughtSignature}` : undefined;
  });
}

/** A signature is of the call that it stands with, or of no call. */
function isSigned({ thoughtSignature: given, functionCall }: Part): boolean {
  if (given === undefined || given === UNSIGNED) return true;
  return given === thoughtSignature(isObject(functionCall) ? String(functionCall.name) : '');
}
