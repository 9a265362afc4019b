import type { ChatDelta, ChatReply, ChatUsage } from '@agent-memory/models';

/** The reply as far as it has come. */
export interface ReplyDraft {
  readonly reply: ChatReply;
  /** The part that the newest chunk brought. */
  readonly news: ChatDelta;
}

const NO_NEWS: ChatDelta = { text: '', thinking: '' };

export const DRAFT_STARTED: ReplyDraft = {
  reply: { text: '', thinking: '', toolCalls: [], unreadable: 0 },
  news: NO_NEWS,
};

type Json = Readonly<Record<string, unknown>>;
type ToolCall = ChatReply['toolCalls'][number];

/** Adds one chunk of llama.cpp's stream. */
export function withChunk({ reply }: ReplyDraft, chunk: unknown): ReplyDraft {
  const [choice] = isRecord(chunk) ? recordsIn(chunk.choices) : [];
  const delta = isRecord(choice?.delta) ? choice.delta : {};
  const news = { text: textIn(delta.content), thinking: textIn(delta.reasoning_content) };
  const finishReason = choice?.finish_reason;
  const usage = isRecord(chunk) ? usageIn(chunk.timings) : undefined;
  return {
    news,
    reply: {
      ...reply,
      text: reply.text + news.text,
      thinking: reply.thinking + news.thinking,
      toolCalls: recordsIn(delta.tool_calls).reduce(withCallPiece, reply.toolCalls),
      ...(typeof finishReason === 'string' && { finishReason }),
      ...(usage && { usage }),
    },
  };
}

/** llama.cpp gives each call its place; id and name come first, the arguments in pieces. */
function withCallPiece(calls: readonly ToolCall[], piece: Json): readonly ToolCall[] {
  const place = typeof piece.index === 'number' ? piece.index : calls.length;
  const called = isRecord(piece.function) ? piece.function : {};
  const before = calls[place];
  const call: ToolCall = {
    id: textIn(piece.id) || before?.id || newCallId(),
    type: 'function',
    function: {
      name: (before?.function.name ?? '') + textIn(called.name),
      arguments: (before?.function.arguments ?? '') + textIn(called.arguments),
    },
  };
  return before ? calls.with(place, call) : [...calls, call];
}

/** Unlike `randomUUID`, these numbers are there on pages without TLS too. */
function newCallId(): string {
  return `call_${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
}

function usageIn(timings: unknown): ChatUsage | undefined {
  if (!isRecord(timings)) return undefined;
  const { cache_n: cached, prompt_n: read, predicted_n: said } = timings;
  if (typeof cached !== 'number' || typeof read !== 'number') return undefined;
  return {
    inputTokens: cached + read,
    cachedInputTokens: cached,
    ...(typeof said === 'number' && { outputTokens: said }),
  };
}

function recordsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
