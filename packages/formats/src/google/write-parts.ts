import type { Message, Part } from '@agent-memory/core';
import type { ThinkingPart, ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import { formatKit, frozenCopy, isPlainObject, type reading } from '@agent-memory/core/internal';
import { foreignParts } from './foreign-parts.ts';
import { argsOf, filePart, responseOf } from './part-fields.ts';
import { GOOGLE } from './read-google.ts';

/**
 * The parts of a message. What came in this format comes back as it was; of what came in another, that
 * which this one can say. The same message gives the same objects again; they are frozen, because
 * every later context holds them too.
 */
export const partsOf = formatKit.perMessage((message): readonly reading.Fields[] =>
  frozenCopy(message.format === GOOGLE ? ownParts(message) : foreignParts(message)),
);

function ownParts({ role, parts, extra }: Message): readonly reading.Fields[] {
  if (role !== 'tool') return signedParts(parts, extra?.unnamed);
  const files = parts.flatMap((part) => (part.type === 'tool-result' ? [] : [ownPart(part)]));
  const results = parts.filter((part) => part.type === 'tool-result');
  // Files beside the results of a message go with the first of them.
  return results.map((result, index) => ownResult(result, index === 0 ? files : []));
}

/** Each signature in the part that it came in. */
function signedParts(parts: readonly Part[], unnamed: unknown): readonly reading.Fields[] {
  let signature: string | undefined;
  let calls = 0;
  const writtenPart = (part: Part) => {
    if (part.type !== 'tool-call') return ownPart(part);
    const isUnnamed = Array.isArray(unnamed) && unnamed.includes(calls);
    calls += 1;
    return ownCall(part, isUnnamed);
  };
  return parts.flatMap((part) => {
    if (isOfNext(part)) {
      signature = part.signature;
      return [];
    }
    const own = writtenPart(part);
    const signed = signature === undefined ? own : { ...own, thoughtSignature: signature };
    signature = undefined;
    return [signed];
  });
}

function isOfNext(part: Part): part is ThinkingPart {
  return part.type === 'thinking' && part.extra?.of === 'next';
}

function ownPart(part: Part): reading.Fields {
  switch (part.type) {
    case 'text':
      return { ...part.extra, text: part.text };
    case 'thinking':
      return {
        ...part.extra,
        text: part.text,
        thought: true,
        ...(part.signature !== undefined && { thoughtSignature: part.signature }),
      };
    case 'image':
    case 'document':
      return filePart(part);
    case 'tool-call':
    case 'tool-result':
      return {};
    case 'unknown':
      return isPlainObject(part.value) ? part.value : {};
  }
}

function ownCall(call: ToolCallPart, isUnnamed: boolean): reading.Fields {
  const { callId, toolName: name, arguments: text, extra = {} } = call;
  const { functionCall, isBare, ...beside } = extra;
  const isEmpty = isBare === true && text === '{}';
  return {
    ...beside,
    functionCall: {
      ...(!isUnnamed && { id: callId }),
      ...Object(functionCall),
      name,
      ...(!isEmpty && { args: argsOf(text) }),
    },
  };
}

function ownResult(result: ToolResultPart, files: readonly reading.Fields[]): reading.Fields {
  const { callId, text, extra = {} } = result;
  const { functionResponse, isUnnamed, as, ...beside } = extra;
  const isNothing = as === 'nothing' && text === '';
  return {
    ...beside,
    functionResponse: {
      ...(isUnnamed !== true && { id: callId }),
      ...Object(functionResponse),
      ...(!isNothing && { response: responseOf(result, as) }),
      ...(files.length > 0 && { parts: files }),
    },
  };
}
