import type { Message, Part } from '@agent-memory/core';
import type { ReadMessage, ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import { frozenCopy, isPlainObject, reading } from '@agent-memory/core/internal';
import { copyAsJson } from '../ai-sdk/copy-as-json.ts';
import { jsonTextOf } from '../ai-sdk/json-text.ts';
import { definedFields, deniedText, reasoningPart, UI_FORMAT } from '../ai-sdk/provider-fields.ts';
import { readFilePart } from '../ai-sdk/read-file-part.ts';

/** A part that no model reads, with the place it has among the parts of its step. */
type UnreadPart = readonly [place: number, part: unknown];

/**
 * Reads a `UIMessage`. The steps of an assistant's message are read as messages of their own, and
 * so is what each tool answered: call, result, next step. What no model reads (where steps begin,
 * sources, calls that are still being written, files without an address) is kept beside. Values that
 * are no plain data are taken as JSON would send them.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readUiMessage(input: unknown): readonly ReadMessage[] {
  const copy = copyAsJson(input);
  reading.refuseUnless(isPlainObject(copy), 'message', 'must be an object');
  const id = reading.nameAt(copy, 'id', '');
  const { id: _, role, parts: __, ...beside } = definedFields(copy);
  const isKnown = role === 'system' || role === 'user' || role === 'assistant';
  reading.refuseUnless(isKnown, 'role', 'must be system, user or assistant');
  const read = (part: unknown, field: string) => readPart(part, field, role === 'assistant');
  const parts = reading.itemsOf(
    reading.fieldAt(copy, 'parts', ''),
    'parts',
    'must be a list of parts',
    read,
  );
  const steps = role === 'assistant' ? stepsOf(parts) : [parts];
  return piecesOf(id, role, steps, beside);
}

/** A part as it was read: in the neutral form, with the result of a call apart; or kept unread. */
type ReadPart =
  | { readonly part: Part; readonly approval?: Part; readonly result?: ToolResultPart }
  | { readonly unread: unknown; readonly startsStep: boolean };

/** A step begins with its mark, unless nothing else was in the one before. */
function stepsOf(parts: readonly ReadPart[]): readonly (readonly ReadPart[])[] {
  const steps: ReadPart[][] = [[]];
  for (const part of parts) {
    const step = steps.at(-1);
    const isNext = isStepStart(part) && step?.some((earlier) => !isStepStart(earlier));
    if (isNext) steps.push([part]);
    else step?.push(part);
  }
  return steps;
}

function isStepStart(part: ReadPart): boolean {
  return 'unread' in part && part.startsStep;
}

type Role = 'system' | 'user' | 'assistant';

function piecesOf(
  id: string,
  role: Role,
  steps: readonly (readonly ReadPart[])[],
  beside: reading.Fields,
): readonly ReadMessage[] {
  const pieces: ReadMessage[] = [];
  const ids = new Set<string>();
  const add = (pieceId: string, message: Pick<Message, 'role' | 'parts'>, unread: UnreadPart[]) => {
    const isFirst = pieces.length === 0;
    const extra = { id, ...(isFirst && beside), ...(unread.length > 0 && { unread }) };
    const goesOn = isFirst ? {} : { continues: true as const };
    const whole: Message = { ...message, format: UI_FORMAT, ...goesOn, extra };
    pieces.push({ id: freshId(pieceId, ids), message: frozenCopy(whole) });
  };
  for (const [index, step] of steps.entries()) {
    const parts = step.flatMap(neutralParts);
    const unread = step.flatMap((part, place): UnreadPart[] =>
      'unread' in part ? [[place, part.unread]] : [],
    );
    add(index === 0 ? id : `${id}#${index + 1}`, { role, parts }, unread);
    for (const part of step) {
      if (!('part' in part) || !part.result) continue;
      add(`${id}/${part.result.callId}`, { role: 'tool', parts: [part.result] }, []);
    }
  }
  return pieces;
}

function neutralParts(read: ReadPart): readonly Part[] {
  if (!('part' in read)) return [];
  return read.approval ? [read.part, read.approval] : [read.part];
}

/** Small models number their calls again in every step, so the name of a result may be taken. */
function freshId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let number = 2; ids.has(id); number += 1) id = `${wanted}#${number}`;
  ids.add(id);
  return id;
}

const kindAt = reading.readerOf(reading.isText, 'must name the kind of part');

function readPart(input: unknown, field: string, isAssistant: boolean): ReadPart {
  reading.refuseUnless(isPlainObject(input), field, 'must be a part with a `type`');
  const fields = definedFields(input);
  const prefix = `${field}.`;
  const type = kindAt(fields, 'type', prefix);
  switch (type) {
    case 'text': {
      const { type: _, text: __, ...extra } = fields;
      return {
        part: reading.withExtra({ type, text: reading.textAt(fields, 'text', prefix) }, extra),
      };
    }
    case 'reasoning':
      return { part: reasoningPart(fields, 'providerMetadata', prefix) };
    case 'file':
      // The rest of an answer is worth more than a file that nobody can open.
      if (!reading.isText(fields.url)) return { unread: fields, startsStep: false };
      return { part: readFilePart(fields, 'url', prefix) };
    case 'step-start':
      return { unread: fields, startsStep: true };
    case 'source-url':
    case 'source-document':
      return { unread: fields, startsStep: false };
    default:
      return isAssistant && isToolKind(type)
        ? toolPart(type, fields, prefix)
        : { part: { type: 'unknown', value: fields } };
  }
}

function isToolKind(type: string): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

const stateAt = reading.readerOf(reading.isText, 'must name the state of the call');

/**
 * A call and its result. What the format says of both goes with the result where there is one, so
 * that the call is as plain as it can be.
 */
function toolPart(type: string, fields: reading.Fields, prefix: string): ReadPart {
  const callId = reading.nameAt(fields, 'toolCallId', prefix);
  const isDynamic = type === 'dynamic-tool';
  const toolName = isDynamic
    ? reading.nameAt(fields, 'toolName', prefix)
    : type.slice('tool-'.length);
  reading.refuseUnless(toolName !== '', `${prefix}type`, 'must name the tool');
  const state = stateAt(fields, 'state', prefix);
  if (!READ_STATES.has(state)) return { unread: fields, startsStep: false };
  const { type: _, toolCallId: __, state: ___, ...called } = fields;
  const { input, ...unread } = state === 'output-error' ? withRefusedInput(called) : called;
  const { callProviderMetadata, providerExecuted, ...others } = unread;
  const { toolName: ____, ...ofDynamic } = others;
  const ofBoth = isDynamic ? { ...ofDynamic, type } : others;
  const ofCall = definedFields({ callProviderMetadata, providerExecuted });
  const call = { type: 'tool-call', callId, toolName, arguments: jsonTextOf(input) } as const;
  const result = resultOf(callId, state, ofBoth, prefix);
  if (result) return { part: reading.withExtra<ToolCallPart>(call, ofCall), result };
  if (state === 'input-available') {
    return { part: reading.withExtra<ToolCallPart>(call, { ...ofCall, ...ofBoth }) };
  }
  const asked: ApprovalState = {
    type: 'approval-state',
    toolCallId: callId,
    state,
    fields: ofBoth,
  };
  const approval = { type: 'unknown', value: asked } as const;
  return { part: reading.withExtra<ToolCallPart>(call, ofCall), approval };
}

/**
 * The input that the model gave, where it did not fit the tool: version 6 keeps it apart, version 7 as
 * the input. It is the same call in both, and `refusedInput` says what stood in the input's place.
 */
function withRefusedInput(fields: reading.Fields): reading.Fields {
  const { input, rawInput, ...others } = fields;
  if (rawInput === undefined || (input !== undefined && input !== null)) return fields;
  return { ...others, input: rawInput, refusedInput: input === null ? 'null' : 'none' };
}

/**
 * How far a call has come that the user is asked about. A part of its own and not kept beside the
 * call, because it makes a difference: with an answer the message is another one.
 */
export interface ApprovalState {
  readonly type: 'approval-state';
  readonly toolCallId: string;
  readonly state: string;
  readonly fields: reading.Fields;
}

/** Where the user's answer to a call stands; `undefined` where nobody was asked. */
export function approvalStateOf(message: Message, callId: string): ApprovalState | undefined {
  if (message.format !== UI_FORMAT) return undefined;
  for (const part of message.parts) {
    const value = part.type === 'unknown' ? part.value : undefined;
    if (isApprovalState(value) && value.toolCallId === callId) return value;
  }
  return undefined;
}

export function isApprovalState(value: unknown): value is ApprovalState {
  return isPlainObject(value) && value.type === 'approval-state' && isPlainObject(value.fields);
}

/** In other states a call is still being written, or in one that a later version brought. */
const READ_STATES: ReadonlySet<string> = new Set([
  'input-available',
  'approval-requested',
  'approval-responded',
  'output-available',
  'output-error',
  'output-denied',
]);

/** Tells whether no model reads a part in this format, so that it is kept unread. */
export function isUnread({ type, state, url }: reading.Fields): boolean {
  if (type === 'source-url' || type === 'source-document') return true;
  if (type === 'file') return !reading.isText(url);
  return (
    reading.isText(type) && isToolKind(type) && !(reading.isText(state) && READ_STATES.has(state))
  );
}

function resultOf(
  callId: string,
  state: string,
  fields: reading.Fields,
  prefix: string,
): ToolResultPart | undefined {
  const { output, errorText: _, ...others } = fields;
  switch (state) {
    case 'output-available': {
      const { output: __, ...kept } = fields;
      if (typeof output === 'string') {
        return reading.withExtra<ToolResultPart>(
          { type: 'tool-result', callId, text: output },
          kept,
        );
      }
      const outputType = output === undefined ? 'none' : 'json';
      return {
        type: 'tool-result',
        callId,
        text: jsonTextOf(output),
        extra: { ...kept, outputType },
      };
    }
    case 'output-error': {
      const text = reading.textAt(fields, 'errorText', prefix);
      const kept = output === undefined ? others : { ...others, output };
      return reading.withExtra<ToolResultPart>(
        { type: 'tool-result', callId, text, isError: true },
        kept,
      );
    }
    case 'output-denied': {
      const text = deniedTextOf(fields.approval);
      return { type: 'tool-result', callId, text, isError: true, extra: { ...fields, state } };
    }
    default:
      return undefined;
  }
}

/** The result that a model reads for a call that the user forbade. */
export function deniedTextOf(approval: unknown): string {
  return deniedText(isPlainObject(approval) ? approval.reason : undefined);
}
