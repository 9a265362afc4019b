import { AgentMemoryError, type Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { errorText } from '../platform/error-text.ts';
import { fieldsOf } from '../settings/kept-value.ts';

/** A recorded conversation, checked whole: every message can be appended. */
export interface RecordedSession {
  readonly title: string;
  readonly messages: readonly Message[];
}

/** Files up to this size are opened; the largest recorded session seen so far is under one megabyte. */
export const MAX_FILE_BYTES = 20_000_000;

/** Its message is a sentence for a person, without its stop. */
export class UnreadableFile extends Error {}

/**
 * Reads a session file: `{ id, title?, messages }`, or the bare list of messages.
 *
 * @throws UnreadableFile
 */
export async function readSessionFile(
  file: Pick<File, 'name' | 'size' | 'text'>,
): Promise<RecordedSession> {
  if (file.size > MAX_FILE_BYTES) {
    throw new UnreadableFile(`it is larger than ${MAX_FILE_BYTES / 1e6} MB`);
  }
  // Editors on Windows put a byte order mark in front; JSON allows none.
  const text = (await file.text()).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new UnreadableFile('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`it is not JSON: ${errorText(error)}`);
  }
  return readSession(value, file.name);
}

/**
 * Reads a session from parsed JSON. Its messages are in any form that the library reads.
 *
 * @param name of the session where it says none itself.
 * @throws UnreadableFile
 */
export async function readSession(value: unknown, name: string): Promise<RecordedSession> {
  const fields = Array.isArray(value) ? { messages: value } : fieldsOf(value);
  const { input, contents, messages = input ?? contents, id, title } = fields;
  if (!Array.isArray(messages)) {
    throw new UnreadableFile('it has no list `messages` and is not a list of messages');
  }
  if (messages.length === 0) throw new UnreadableFile('its list of messages is empty');
  // Some forms keep the system text beside the messages.
  const system = systemTextIn(fields);
  const own = isText(system) ? [parseMessage({ role: 'system', content: system })] : [];
  return {
    title: [title, id].find(isText) ?? name,
    messages: [...own, ...(await readMessages(messages))],
  };
}

/** The system text of a request to Anthropic, Gemini or the Responses API: words, or pieces of them. */
function systemTextIn(request: Readonly<Record<string, unknown>>): string {
  const { system, systemInstruction, system_instruction: snake, instructions } = request;
  const given = system ?? systemInstruction ?? snake ?? instructions;
  if (isText(given)) return given;
  const pieces: unknown = Array.isArray(given) ? given : (fieldsOf(given).parts ?? [given]);
  const texts = Array.isArray(pieces) ? pieces.map((piece: unknown) => fieldsOf(piece).text) : [];
  return texts.filter(isText).join('\n\n');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

type Reader = (message: unknown) => readonly Message[];

/** Messages of the first form that reads all of them; each form refuses those of another. */
async function readMessages(messages: readonly unknown[]): Promise<readonly Message[]> {
  const read = attempt(messages, (message) => [parseMessage(message)]);
  if (!(read instanceof UnreadableFile)) return read;
  const { anthropic, google, openAiResponses, aiSdkUi, aiSdk } = await import(
    '@agent-memory/formats'
  );
  for (const format of [anthropic, google, openAiResponses, aiSdkUi, aiSdk]) {
    const other = attempt(messages, (message) => format.read(message).map((one) => one.message));
    if (!(other instanceof UnreadableFile) && other.every(isUnderstood)) return other;
  }
  throw read;
}

/** Formats pass on what they do not know; a message of nothing else is one of another form. */
function isUnderstood({ parts }: Message): boolean {
  return parts.length === 0 || parts.some(({ type }) => type !== 'unknown');
}

function attempt(messages: readonly unknown[], read: Reader): readonly Message[] | UnreadableFile {
  const all: Message[] = [];
  for (const [index, message] of messages.entries()) {
    try {
      all.push(...read(message));
    } catch (error) {
      if (!AgentMemoryError.isInstance(error)) throw error;
      // The error speaks of an append that nobody asked for; field and cause stand behind the colon.
      const cause = error.message.replace(/^[^:]*: /, '').replace(/\.$/, '');
      const place = `message ${index + 1} of ${messages.length}`;
      return new UnreadableFile(`${place} is not usable: ${cause}`);
    }
  }
  return all;
}
