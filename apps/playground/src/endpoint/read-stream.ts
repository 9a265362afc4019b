import { isRecord, saidIn } from './read-error.ts';
import { NOTHING_SAID, type Reply, type Usage } from './reply.ts';

/**
 * How far a streamed answer was read: server-sent events, each a `chat.completion.chunk`. A server
 * that does not stream sends one JSON text instead; that is read when it has ended.
 */
export interface StreamReading {
  readonly reply: Reply;
  /** Whether the server said that this is the end. */
  readonly isOver: boolean;
  /** The error that the server sent instead of going on. */
  readonly error?: string;
  /** The line that has not ended yet. */
  readonly line: string;
  /** The data of the event that has not ended yet, line by line. */
  readonly data: readonly string[];
  /** What is no field of an event, or no chunk: the beginning of it. */
  readonly stray: string;
}

export const READING_STARTED: StreamReading = {
  reply: NOTHING_SAID,
  isOver: false,
  line: '',
  data: [],
  stray: '',
};

/** Enough for any answer in one piece; a server that sends more of something else is not kept. */
const MAX_STRAY_CHARACTERS = 2_000_000;

/** Reads what came next. Texts may be cut anywhere. */
export function readOn(reading: StreamReading, text: string): StreamReading {
  const isWithinLine = !/[\r\n]/.test(text) && !reading.line.endsWith('\r');
  if (isWithinLine) return { ...reading, line: reading.line + text };
  // A carriage return at the end may be half of a line's end.
  const whole = reading.line + text;
  const held = whole.endsWith('\r') ? 1 : 0;
  const lines = whole.slice(0, whole.length - held).split(/\r\n|\r|\n/);
  const line = (lines.pop() ?? '') + whole.slice(whole.length - held);
  return { ...lines.reduce(readLine, reading), line };
}

/** Reads what is left when nothing more comes. */
export function readEnd(reading: StreamReading): StreamReading {
  const { line, ...rest } = reading;
  const ended = endEvent(readLine({ ...rest, line: '' }, line.replace(/\r$/, '')));
  return hasRead(ended) ? ended : readWhole(ended);
}

/** Whether anything of it was an answer, or said that there will be none. */
export function hasRead({ reply, isOver, error }: StreamReading): boolean {
  return isOver || error !== undefined || reply.text !== '' || reply.thinking !== '';
}

function readLine(reading: StreamReading, line: string): StreamReading {
  if (line === '') return endEvent(reading);
  const [, field, value = ''] = /^(data|event|id|retry)?:[ ]?(.*)$/s.exec(line) ?? [];
  if (field === 'data') return { ...reading, data: [...reading.data, value] };
  // Other fields and comments, which servers send to keep a line open, say nothing.
  if (field !== undefined || line.startsWith(':')) return reading;
  return { ...reading, stray: strayWith(reading.stray, line) };
}

function endEvent(reading: StreamReading): StreamReading {
  if (reading.data.length === 0) return reading;
  const text = reading.data.join('\n').trim();
  const next = { ...reading, data: [] };
  if (text === '') return next;
  if (text === '[DONE]') return { ...next, isOver: true };
  const value = parsedJson(text);
  return isRecord(value) ? readChunk(next, value, text) : oneMoreUnreadable(next, text);
}

type Json = Readonly<Record<string, unknown>>;

function readChunk(reading: StreamReading, chunk: Json, text: string): StreamReading {
  if (chunk.error != null) return { ...reading, error: saidIn(chunk), isOver: true };
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const usage = usageOf(chunk.usage);
  if (!isRecord(choice) && !usage && !Array.isArray(chunk.choices)) {
    return oneMoreUnreadable(reading, text);
  }
  return added(reading, isRecord(choice) ? choice : {}, usage);
}

/** A choice of a chunk has its words in `delta`, one that came whole in `message`. */
function added(reading: StreamReading, choice: Json, usage: Usage | undefined): StreamReading {
  const words = isRecord(choice.delta) ? choice.delta : choice.message;
  const { content, refusal, reasoning_content, reasoning } = isRecord(words) ? words : {};
  const { reply } = reading;
  const finish = typeof choice.finish_reason === 'string' ? choice.finish_reason : undefined;
  const { text, thinking } = contentOf(content);
  return {
    ...reading,
    isOver: reading.isOver || finish !== undefined,
    reply: {
      ...reply,
      text: reply.text + text + stringOf(refusal),
      // Some servers send the same thought under both names.
      thinking: reply.thinking + (stringOf(reasoning_content) || stringOf(reasoning)) + thinking,
      ...(finish !== undefined && { finish }),
      ...(usage && { usage }),
    },
  };
}

/** Words come as a text, or as a list of parts, thoughts among them. */
function contentOf(content: unknown): { readonly text: string; readonly thinking: string } {
  if (!Array.isArray(content)) return { text: stringOf(content), thinking: '' };
  const parts = content.filter(isRecord);
  const thoughts = parts.flatMap(({ type, thinking }) => (type === 'thinking' ? [thinking] : []));
  return {
    text: parts.map(({ text }) => stringOf(text)).join(''),
    thinking: thoughts.map((thought) => contentOf(thought).text).join(''),
  };
}

function readWhole(reading: StreamReading): StreamReading {
  const value = parsedJson(reading.stray);
  if (!isRecord(value)) return reading;
  const isAnswer = value.error != null || Array.isArray(value.choices);
  if (!isAnswer) return reading;
  return { ...readChunk({ ...reading, stray: '' }, value, ''), isOver: true };
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
  return `${stray}${text}\n`.slice(0, MAX_STRAY_CHARACTERS);
}

function usageOf(value: unknown): Usage | undefined {
  if (!isRecord(value) || typeof value.prompt_tokens !== 'number') return undefined;
  const details = value.prompt_tokens_details;
  const cached = isRecord(details) ? details.cached_tokens : undefined;
  return {
    inputTokens: value.prompt_tokens,
    ...(typeof cached === 'number' && { cachedInputTokens: cached }),
  };
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: whoever asked takes it for unreadable, and says so.
    return undefined;
  }
}
