import { AgentMemoryError, type Message } from '@agent-memory/core';
import { loadFormat, parseMessage } from '@agent-memory/core/formats';
import { formOf, type KnownFormat } from './file-form.ts';
import { findJsonError } from './find-json-error.ts';

/** A recorded conversation, checked whole: every message can be appended. */
export interface RecordedSession {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
}

/** The outcome of reading a session file; `problem` is one sentence for a person. */
export type SessionFileResult =
  | { readonly kind: 'session'; readonly session: RecordedSession }
  | { readonly kind: 'problem'; readonly problem: string };

/** Files up to this size are opened; the largest recorded session seen so far is under one megabyte. */
export const MAX_FILE_BYTES = 20_000_000;

/** Why a file is too large to open; `undefined` when it is not. Ask before reading it. */
export function sizeProblem(bytes: number): string | undefined {
  if (bytes <= MAX_FILE_BYTES) return undefined;
  return `it is ${megabytes(bytes)} and files up to ${megabytes(MAX_FILE_BYTES)} can be opened`;
}

/** Reads the text of a session file: `{ id, title?, messages }`, or the bare list of messages. */
export async function readSessionText(text: string, fileName: string): Promise<SessionFileResult> {
  const json = parseJson(text);
  if (json.kind === 'problem') return json;
  return readSession(json.value, { id: fileName, title: fileName });
}

/**
 * Reads parsed JSON in the format of a session file. The messages may be in any form that core reads;
 * of another known one the problem says the name.
 *
 * @param fallback names the session where the file itself does not.
 */
export async function readSession(
  value: unknown,
  fallback: { readonly id: string; readonly title: string },
): Promise<SessionFileResult> {
  const list = messageList(value);
  if (list.kind === 'problem') return list;
  const form = formOf(list.messages);
  if (form.kind === 'foreign') return refuse(cannotRead(form.name));
  const read = form.format === 'openai' ? readPlain : await readerOf(form.format);
  const messages: Message[] = [...list.system];
  for (const [index, message] of list.messages.entries()) {
    const problem = readMessage(() => messages.push(...read(message)));
    if (problem) {
      return refuse(`message ${index + 1} of ${list.messages.length} is not usable: ${problem}`);
    }
  }
  return { kind: 'session', session: { ...fallback, ...list.name, messages } };
}

type Read = (message: unknown) => readonly Message[];

const readPlain: Read = (message) => [parseMessage(message)];

async function readerOf(name: Exclude<KnownFormat, 'openai'>): Promise<Read> {
  const format = await loadFormat(name);
  return (message) => format.read(message).map((read) => read.message);
}

function cannotRead(name: string): string {
  return `it holds ${name}, which this page cannot read: save the conversation as messages of OpenAI, Anthropic, Gemini or the AI SDK`;
}

type Json =
  | { readonly kind: 'json'; readonly value: unknown }
  | Extract<SessionFileResult, { kind: 'problem' }>;

function parseJson(text: string): Json {
  // Editors on Windows put a byte order mark in front; JSON allows none.
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return refuse('it is empty');
  try {
    return { kind: 'json', value: JSON.parse(plain) };
  } catch {
    const error = findJsonError(plain);
    if (!error) return refuse('it is not JSON that this browser can read');
    return refuse(
      `it is not JSON: line ${error.line}, column ${error.column} does not expect ${error.found}`,
    );
  }
}

type MessageList =
  | {
      readonly kind: 'messages';
      /** The system text that some forms keep beside the messages. */
      readonly system: readonly Message[];
      readonly messages: readonly unknown[];
      readonly name: { readonly id?: string; readonly title?: string };
    }
  | Extract<SessionFileResult, { kind: 'problem' }>;

function messageList(value: unknown): MessageList {
  const list = Array.isArray(value) ? { messages: value } : value;
  if (typeof list !== 'object' || list === null) {
    return refuse('it holds no session: expected an object with `messages`, or a list of messages');
  }
  const {
    input,
    contents,
    messages = input ?? contents,
    id,
    title,
    system,
  } = list as Readonly<Record<string, unknown>>;
  if (messages === undefined) return refuse('the field `messages` is missing');
  if (!Array.isArray(messages)) return refuse('the field `messages` is not a list');
  if (messages.length === 0) return refuse('the field `messages` is an empty list');
  return {
    kind: 'messages',
    messages,
    system: systemOf(system),
    name: isText(id) ? { id, title: isText(title) ? title : id } : {},
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function systemOf(system: unknown): readonly Message[] {
  return isText(system) ? [parseMessage({ role: 'system', content: system })] : [];
}

/** Reads a message, or says what is wrong with it. */
function readMessage(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!AgentMemoryError.isInstance(error)) throw error;
    // The error speaks of an append that nobody asked for; field and cause stand behind the colon.
    return error.message.replace(/^[^:]*: /, '').replace(/\.$/, '');
  }
}

function refuse(problem: string): Extract<SessionFileResult, { kind: 'problem' }> {
  return { kind: 'problem', problem };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 1)} MB`;
}
