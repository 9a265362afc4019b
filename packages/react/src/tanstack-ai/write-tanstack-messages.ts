import type { Message, Part } from '@agent-memory/core';
import type { UIMessage } from '@tanstack/ai/client';
import type { ContextEntry } from './context-entries.ts';
import { type Fields, isFields, textOfValue, valueOfText, withDate } from './message-data.ts';
import { withUnread } from './message-pieces.ts';
import { isApprovalState, TANSTACK_AI, wordsOf } from './read-tanstack-message.ts';

/** A message while it is put together out of neutral ones. */
interface Draft {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly isOwn: boolean;
  readonly beside: Fields;
  readonly parts: Fields[];
}

type ResultPart = Extract<Part, { readonly type: 'tool-result' }>;

/** Whom messages are for: who shows them, or a model, which reads no more than it has to. */
type Reader = 'app' | 'model';

/** Neutral messages as those of TanStack AI; what one was read into is one again. */
export function writeTanStackMessages(
  entries: readonly ContextEntry[],
  reader: Reader,
): readonly UIMessage[] {
  const drafts: Draft[] = [];
  for (const entry of entries) {
    if (entry.message.role === 'tool') addResults(entry, drafts, reader);
    else addParts(entry, drafts, reader);
  }
  const shown = reader === 'app' ? drafts : withOwnIds(drafts.flatMap(asRead));
  return shown.map(({ id, role, parts, beside }) => {
    const message = withDate({ ...beside, id, role, parts: parts.map(withDate) });
    // Every field was read from such a message, or made here in its shape.
    return message as unknown as UIMessage;
  });
}

function addParts({ id, message }: ContextEntry, drafts: Draft[], reader: Reader): void {
  const isOwn = message.format === TANSTACK_AI;
  const { id: ownId, unread, ...beside } = isOwn ? (message.extra ?? {}) : {};
  const written = message.parts.flatMap((part) => partOf(part, message, reader));
  const parts = reader === 'app' ? withUnread(written, unread) : written;
  const last = drafts.at(-1);
  if (last && message.continues && isOwn && last.isOwn && last.id === ownId) {
    last.parts.push(...parts);
    return;
  }
  const role = message.role === 'tool' ? 'user' : message.role;
  const named = typeof ownId === 'string' ? ownId : id;
  drafts.push({ id: named, role, isOwn, beside, parts: [...parts] });
}

/** A result stands behind its call, in the same message; one without a call is passed on as words. */
function addResults({ id, message }: ContextEntry, drafts: Draft[], reader: Reader): void {
  for (const result of message.parts) {
    if (result.type !== 'tool-result') continue;
    const isOwn = message.format === TANSTACK_AI;
    const { callId } = result;
    const host = drafts.findLast(({ parts }) => parts.some((part) => isCall(part, callId)));
    const { ofCall, kind, ...extra } = isOwn ? (result.extra ?? {}) : {};
    if (host && ofCall === true && reader === 'app') {
      const at = host.parts.findLastIndex((part) => isCall(part, callId));
      host.parts[at] = { ...host.parts[at], output: valueOfText(result.text, kind) };
      continue;
    }
    const part = resultPart(result, extra);
    const words = { type: 'text', content: `[Tool output without its call]\n${result.text}` };
    const { id: ownId, unread: _, ...beside } = isOwn ? (message.extra ?? {}) : {};
    const isWhole = isOwn && !message.continues && typeof ownId === 'string';
    if (host) {
      if (reader === 'app') noteResult(host, result);
      host.parts.push(part);
    } else if (isWhole && reader === 'app')
      drafts.push({ id: ownId, role: 'assistant', isOwn, beside, parts: [part] });
    else drafts.push({ id, role: 'user', isOwn: false, beside: {}, parts: [words] });
  }
}

/** A call that was kept before its result came knows of it, as TanStack AI's own does then. */
function noteResult({ parts }: Draft, result: ResultPart): void {
  const at = parts.findLastIndex((part) => isCall(part, result.callId));
  if (parts[at]?.state !== 'input-complete') return;
  const state = result.isError ? 'error' : 'complete';
  parts[at] = { ...parts[at], state, output: valueOfText(result.text, 'json') };
}

function isCall({ type, id }: Fields, callId: string): boolean {
  return type === 'tool-call' && id === callId;
}

function resultPart(result: ResultPart, extra: Fields): Fields {
  const { textIsError, content, ...others } = extra;
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

/** A part in TanStack's words; none for what belongs to another format. */
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

/** Where a file is: inline as base64 where it is a data URL, unless it came as a URL. */
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
    // A result that was shortened stands in its own part; a copy of the whole one would undo that.
    ...(reader === 'app' ? kept : withoutOutput),
    ...(inputIs !== undefined && { input: valueOfText(call.arguments, inputIs) }),
    ...(state && { state: state.state, approval: state.approval }),
  };
}

/** A message as a model is to read it; none where it says nothing. */
function asRead(draft: Draft): readonly Draft[] {
  const parts = draft.parts.filter(({ type, content }) => type !== 'text' || !isBlank(content));
  const says = parts.some(({ type }) => type !== 'thinking');
  return says ? [{ ...draft, parts }] : [];
}

function isBlank(content: unknown): boolean {
  return textOfValue(content).trim() === '';
}

/** Where other messages stand between the steps of one, the last of them keeps its id. */
function withOwnIds(drafts: readonly Draft[]): readonly Draft[] {
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
