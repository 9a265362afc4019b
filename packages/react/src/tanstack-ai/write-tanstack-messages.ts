import type { Message, Part } from '@agent-memory/core';
import type { UIMessage } from '@tanstack/ai/client';
import type { ContextEntry } from '../messages/context-entries.ts';
import {
  type Fields,
  isFields,
  textOfValue,
  valueOfText,
  withDate,
} from '../messages/message-data.ts';
import {
  type DraftCall,
  type DraftFormat,
  type MessageDraft,
  messageDrafts,
} from '../messages/message-drafts.ts';
import type { ToolResultPart } from '../messages/message-pieces.ts';
import { isApprovalState, TANSTACK_AI, wordsOf } from './read-tanstack-message.ts';

/** The reader of the messages: an app that shows them whole, or a model, which gets only what models read. */
type Reader = 'app' | 'model';

/** Neutral messages as those of TanStack AI; a message that was read as several is one again. */
export function writeTanStackMessages(
  entries: readonly ContextEntry[],
  reader: Reader,
): readonly UIMessage[] {
  const drafts = messageDrafts(entries, reader === 'app' ? FOR_APPS : FOR_MODELS);
  const shown = reader === 'app' ? drafts : withOwnIds(drafts.flatMap(asRead));
  return shown.map(({ id, role, parts, otherFields }) => {
    const message = withDate({ ...otherFields, id, role, parts: parts.map(withDate) });
    // Every field was read from such a message, or made here in its shape.
    return message as unknown as UIMessage;
  });
}

const FOR_BOTH = {
  name: TANSTACK_AI,
  textPart: (content: string) => ({ type: 'text', content }),
  isCall: ({ type, id }: Fields, callId: string) => type === 'tool-call' && id === callId,
};

const FOR_APPS: DraftFormat = {
  ...FOR_BOTH,
  keepsUnread: true,
  partOf: (part, message) => partOf(part, message, 'app'),
  answerCall: showResult,
  partsOfLoneResult: (result, extra) => [resultPart(result, extra)],
};

const FOR_MODELS: DraftFormat = {
  ...FOR_BOTH,
  keepsUnread: false,
  partOf: (part, message) => partOf(part, message, 'model'),
  answerCall: ({ draft }, result, extra) => void draft.parts.push(resultPart(result, extra)),
};

/** A result is a field of its call where it was read from there; else it stands behind the call. */
function showResult({ draft, index }: DraftCall, result: ToolResultPart, extra: Fields): void {
  const call = draft.parts[index];
  if (extra.ofCall === true) {
    draft.parts[index] = { ...call, output: valueOfText(result.text, extra.kind) };
    return;
  }
  // A call that was kept before its result came knows of it, as TanStack AI's own does then.
  if (call?.state === 'input-complete') {
    const state = result.isError ? 'error' : 'complete';
    draft.parts[index] = { ...call, state, output: valueOfText(result.text, 'json') };
  }
  draft.parts.push(resultPart(result, extra));
}

function resultPart(
  result: ToolResultPart,
  { ofCall: _, kind: __, textIsError, content, ...others }: Fields,
): Fields {
  const isWhole = Array.isArray(content) && wordsOf(content) === result.text;
  const words = textIsError === true && others.error === result.text ? '' : result.text;
  return {
    type: 'tool-result',
    toolCallId: result.callId,
    content: isWhole ? content : words,
    state: result.isError ? 'error' : 'complete',
    ...(result.isError && textIsError === undefined && { error: result.text }),
    ...others,
  };
}

/** A part as TanStack AI writes it; none for a part that belongs to another format. */
function partOf(part: Part, message: Message, reader: Reader): readonly Fields[] {
  const isOwn = message.format === TANSTACK_AI;
  const extra = isOwn && part.type !== 'unknown' ? (part.extra ?? {}) : {};
  switch (part.type) {
    case 'text':
      return [
        isFields(extra.structured)
          ? structured(part.text, extra.structured)
          : { type: 'text', content: part.text, ...extra },
      ];
    case 'thinking': {
      const signed = part.signature === undefined ? {} : { signature: part.signature };
      return [{ type: 'thinking', content: part.text, ...signed, ...extra }];
    }
    case 'image':
      return [{ type: 'image', ...extra, source: sourceOf(part.url, extra.source) }];
    case 'document':
      return documentOf(part, extra);
    case 'tool-call':
      return [callPart(part, message, extra, reader)];
    case 'unknown':
      return isOwn && isFields(part.value) && !isApprovalState(part.value) ? [part.value] : [];
    case 'tool-result':
      return [];
    default:
      return part satisfies never;
  }
}

function structured(raw: string, fields: Fields): Fields {
  return { type: 'structured-output', raw, ...fields };
}

function documentOf(
  { data, filename, fileId }: Extract<Part, { readonly type: 'document' }>,
  extra: Fields,
): readonly Fields[] {
  if (data !== undefined) {
    return [{ type: 'document', ...extra, source: sourceOf(data, extra.source) }];
  }
  if (isFields(extra.source)) return [{ type: 'document', ...extra }];
  return [{ type: 'text', content: `[Document ${filename ?? fileId ?? 'without a name'}]` }];
}

/** The source of a file: base64 of a data URL, unless the file came as a URL. */
function sourceOf(url: string, kept: unknown): Fields {
  const source = isFields(kept) ? kept : {};
  const inline = /^data:([^;,]*);base64,(.*)$/s.exec(url);
  if (inline && source.type !== 'url') {
    return { mimeType: inline[1], ...source, type: 'data', value: inline[2] };
  }
  return { ...source, type: 'url', value: url };
}

function callPart(
  call: Extract<Part, { readonly type: 'tool-call' }>,
  message: Message,
  extra: Fields,
  reader: Reader,
): Fields {
  const { inputIs, outputIsResult: _, ...kept } = extra;
  const { output: __, ...withoutOutput } = kept;
  const asked = message.parts.find(
    (part) =>
      part.type === 'unknown' &&
      isApprovalState(part.value) &&
      part.value.toolCallId === call.callId,
  );
  const state = asked?.type === 'unknown' && isApprovalState(asked.value) ? asked.value : undefined;
  return {
    type: 'tool-call',
    id: call.callId,
    name: call.toolName,
    arguments: call.arguments,
    state: 'input-complete',
    // A shortened result has a part of its own; a whole copy in the call would undo the shortening.
    ...(reader === 'app' ? kept : withoutOutput),
    ...(inputIs !== undefined && { input: valueOfText(call.arguments, inputIs) }),
    ...(state && { state: state.state, approval: state.approval }),
  };
}

/** A message as a model reads it; none where it has no content for a model. */
function asRead(draft: MessageDraft): readonly MessageDraft[] {
  const parts = draft.parts.filter(({ type, content }) => type !== 'text' || !isBlank(content));
  const says = parts.some(({ type }) => type !== 'thinking');
  return says ? [{ ...draft, parts }] : [];
}

function isBlank(content: unknown): boolean {
  return textOfValue(content).trim() === '';
}

/** Gives each message an id of its own: of several with one id the last keeps it. */
function withOwnIds(drafts: readonly MessageDraft[]): readonly MessageDraft[] {
  const seen = new Set<string>();
  return drafts
    .toReversed()
    .map((draft) => {
      let { id } = draft;
      for (let number = 1; seen.has(id); number += 1) id = `${draft.id}/part-${number}`;
      seen.add(id);
      return { ...draft, id };
    })
    .toReversed();
}
