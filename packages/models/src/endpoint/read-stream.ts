import type { ChatDelta } from '../chat/chat-model.ts';
import { type ChatReply, type ChatUsage, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { checkedUsage } from '../chat/checked-usage.ts';
import { isRecord, type Json, parsedJson, stringOf } from './json.ts';
import { type DraftCall, withCallPieces } from './tool-calls.ts';

/**
 * How far a streamed answer was read: server-sent events, each a `chat.completion.chunk`. A server
 * that does not stream sends one JSON text instead; that is read when it has ended.
 */
export interface StreamReading {
  readonly reply: Omit<ChatReply, 'toolCalls'>;
  readonly calls: readonly DraftCall[];
  /** The part of the reply that the newest text brought. */
  readonly news: ChatDelta;
  /** Whether the model said its last word. Its usage may still follow. */
  readonly isOver: boolean;
  /** Whether nothing more is to be read: the server said so, or sends what nobody can read. */
  readonly isDone: boolean;
  /** JSON of the error that the server sent instead of going on. */
  readonly error?: string;
  /** The line that has not ended yet. */
  readonly line: string;
  /** Whether a carriage return came behind that line: it may be half of a line's end. */
  readonly endsInReturn: boolean;
  /** The data of the event that has not ended yet; absent where it has none. */
  readonly data?: string;
  /** The beginning of all that is no field of an event, or no chunk. */
  readonly stray: string;
}

const NO_NEWS: ChatDelta = { text: '', thinking: '' };

export const READING_STARTED: StreamReading = {
  reply: EMPTY_REPLY,
  calls: [],
  news: NO_NEWS,
  isOver: false,
  isDone: false,
  line: '',
  endsInReturn: false,
  stray: '',
};

/** Enough for any answer in one piece; a server that sends more of something else is not kept. */
const MAX_STRAY_CHARACTERS = 2_000_000;

/** No answer is as long, and no event of one; what has no end is not kept. */
const MAX_CHARACTERS = 32_000_000;

/** Reads what came next. Texts may be cut anywhere. */
export function readOn(reading: StreamReading, text: string): StreamReading {
  const whole = (reading.endsInReturn ? '\r' : '') + text;
  const endsInReturn = whole.endsWith('\r');
  const [rest = '', ...lines] = (endsInReturn ? whole.slice(0, -1) : whole).split(/\r\n|\r|\n/);
  const started = { ...reading, news: NO_NEWS, endsInReturn };
  const last = lines.pop();
  if (last === undefined) return withinBounds({ ...started, line: reading.line + rest });
  const read = [reading.line + rest, ...lines].reduce(readLine, started);
  return withinBounds({ ...read, line: last });
}

/** Reads what is left when nothing more comes. */
export function readEnd(reading: StreamReading): StreamReading {
  const { line, ...rest } = reading;
  const ended = endEvent(readLine({ ...rest, line: '', news: NO_NEWS }, line));
  return hasRead(ended) ? ended : readWhole(ended);
}

/** Whether anything of it was an answer, or said that there will be none. */
export function hasRead({ reply, calls, isOver, error }: StreamReading): boolean {
  const isAnswer = reply.text !== '' || reply.thinking !== '' || calls.length > 0;
  return isAnswer || isOver || error !== undefined;
}

/** Characters of the answer so far, its calls included: they grow with each piece that says something. */
export function charactersIn({ reply, calls }: StreamReading): number {
  const called = calls.map((call) => call.id + call.name + call.arguments);
  return [reply.text, reply.thinking, ...called].reduce((sum, { length }) => sum + length, 0);
}

function withinBounds(reading: StreamReading): StreamReading {
  const { line, data = '', calls } = reading;
  const { text, thinking } = reading.reply;
  const parts = [line, data, text, thinking, ...calls.map((call) => call.arguments)];
  if (parts.every(({ length }) => length <= MAX_CHARACTERS)) return reading;
  const { data: _, ...rest } = reading;
  return oneMoreUnreadable({ ...rest, line: '', isDone: true }, reading.line.slice(0, 1_000));
}

function readLine(reading: StreamReading, line: string): StreamReading {
  if (reading.isDone) return reading;
  if (line === '') return endEvent(reading);
  const [, field, value = ''] = /^(data|event|id|retry)?:[ ]?(.*)$/s.exec(line) ?? [];
  if (field === 'data') {
    return { ...reading, data: reading.data === undefined ? value : `${reading.data}\n${value}` };
  }
  // Other fields and comments, which servers send to keep a line open, say nothing.
  if (field !== undefined || line.startsWith(':')) return reading;
  return { ...reading, stray: strayWith(reading.stray, line) };
}

function endEvent(reading: StreamReading): StreamReading {
  const { data, ...next } = reading;
  const text = data?.trim() ?? '';
  if (reading.isDone || text === '') return next;
  if (text === '[DONE]') return { ...next, isOver: true, isDone: true };
  const value = parsedJson(text);
  return isRecord(value) ? readChunk(next, value, text) : oneMoreUnreadable(next, text);
}

function readChunk(reading: StreamReading, chunk: Json, text: string): StreamReading {
  if (isError(chunk)) return { ...reading, error: text, isOver: true, isDone: true };
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const usage = usageOf(chunk.usage);
  if (!isRecord(choice) && !isRecord(chunk.usage) && !Array.isArray(chunk.choices)) {
    return oneMoreUnreadable(reading, text);
  }
  return added(reading, isRecord(choice) ? choice : {}, usage);
}

/** Most servers put an error into a field of its own; some send the error itself. */
function isError({ error, object }: Json): boolean {
  return Boolean(error) || object === 'error';
}

/** A choice of a chunk has its words in `delta`, one that came whole in `message`. */
function added(reading: StreamReading, choice: Json, usage: ChatUsage | undefined): StreamReading {
  const words = isRecord(choice.delta) ? choice.delta : choice.message;
  const { content, refusal, reasoning_content, reasoning, tool_calls } = isRecord(words)
    ? words
    : {};
  const { reply, news } = reading;
  const finish = choice.finish_reason;
  const parts = contentOf(content);
  const text = parts.text + stringOf(refusal);
  // Some servers send the same thought under both names.
  const thinking = (stringOf(reasoning_content) || stringOf(reasoning)) + parts.thinking;
  return {
    ...reading,
    isOver: reading.isOver || typeof finish === 'string',
    calls: withCallPieces(reading.calls, tool_calls),
    news: { text: news.text + text, thinking: news.thinking + thinking },
    reply: {
      ...reply,
      text: reply.text + text,
      thinking: reply.thinking + thinking,
      ...(typeof finish === 'string' && { finishReason: finish }),
      ...(usage && { usage }),
    },
  };
}

/** Words come as a text, or as a list of parts, thoughts among them. */
function contentOf(content: unknown): ChatDelta {
  if (!Array.isArray(content)) return { text: stringOf(content), thinking: '' };
  const parts = content.filter(isRecord);
  const thoughts = parts.flatMap(({ type, thinking }) => (type === 'thinking' ? [thinking] : []));
  return { text: textIn(parts), thinking: thoughts.map(textIn).join('') };
}

/** A text, or the texts of a list of parts. */
function textIn(content: unknown): string {
  if (!Array.isArray(content)) return stringOf(content);
  return content.map((part) => (isRecord(part) ? stringOf(part.text) : '')).join('');
}

function readWhole(reading: StreamReading): StreamReading {
  const text = reading.stray;
  const value = parsedJson(text);
  if (!isRecord(value)) return reading;
  if (!isError(value) && !Array.isArray(value.choices)) return reading;
  const { reply } = reading;
  // The lines of this one text were taken for broken events.
  const begun = { ...reading, stray: '', reply: { ...reply, unreadable: 0 } };
  return { ...readChunk(begun, value, text), isOver: true };
}

function oneMoreUnreadable(reading: StreamReading, text: string): StreamReading {
  const { reply, stray } = reading;
  return {
    ...reading,
    reply: { ...reply, unreadable: reply.unreadable + 1 },
    stray: strayWith(stray, text),
  };
}

function strayWith(stray: string, text: string): string {
  return stray.length >= MAX_STRAY_CHARACTERS ? stray : `${stray}${text}\n`;
}

function usageOf(value: unknown): ChatUsage | undefined {
  if (!isRecord(value)) return undefined;
  const { prompt_tokens, prompt_tokens_details: details, completion_tokens } = value;
  return checkedUsage({
    inputTokens: prompt_tokens,
    cachedInputTokens: isRecord(details) ? details.cached_tokens : undefined,
    outputTokens: completion_tokens,
  });
}
