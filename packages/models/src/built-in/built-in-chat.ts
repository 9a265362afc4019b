import { estimateTokens } from '@agent-memory/core';
import { type KnownNames, refuseUnknown, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import type {
  LanguageModelApi,
  LanguageModelOptions,
  LanguageModelSession,
} from './built-in-api.ts';
import {
  BUILT_IN_OPTIONS,
  type BuiltInCall,
  BuiltInDoor,
  type BuiltInModel,
  type BuiltInOptions,
} from './built-in-session.ts';
import { promptContext } from './prompt-messages.ts';

/** A chat with the browser's own model. */
export interface BuiltInChatOptions extends BuiltInOptions {
  /** Stands for the browser's `LanguageModel`: a polyfill, or a fake in a test. */
  readonly languageModel?: LanguageModelApi;
}

/** A chat model whose weights the browser holds. */
export type BuiltInChatModel = ChatModel & BuiltInModel;

const OPTIONS = {
  ...BUILT_IN_OPTIONS,
  languageModel: true,
} as const satisfies KnownNames<BuiltInChatOptions>;

/**
 * The browser's own model behind the Prompt API (`LanguageModel` in Chrome and Edge, in secure contexts).
 * Nothing of the conversation leaves the device, as far as the browser keeps to it.
 *
 * - Nothing is downloaded unless `load` is called or `download: 'allowed'` is given.
 * - Each `chat` has a session of its own, which is destroyed when it ends.
 * - `contextWindow` is known from the first session on.
 * - The API has no bound on an answer: it is ended where an estimate reaches `maxTokens`, with
 *   `finishReason: 'length'`. It heeds `temperature` in extensions only, and reports no usage.
 * - It takes no tools here: a request with some is refused (`run-failed`). Calls and results that are in the
 *   context already are told in words, pictures as `[image]`.
 *
 * `chat` rejects with `LocalModelError`: `device-unsupported` where there is no such model,
 * `download-not-allowed` where it is not on the device, `window-exceeded`, `engine-lost`, `silent` …
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const chatModel = builtInChat({ languages: ['en'] });
 * if ((await chatModel.availability()) === 'downloadable') await chatModel.load();
 * const { messages } = await memory.assemble();
 * const reply = await chatModel.chat({ messages, onDelta: ({ text }) => console.log(text) });
 */
export function builtInChat(options: BuiltInChatOptions = {}): BuiltInChatModel {
  refuseUnknown(options, OPTIONS, 'builtInChat');
  const { languageModel, languages = [] } = options;
  const findApi = (): LanguageModelApi | undefined => {
    const page = globalThis as { readonly LanguageModel?: LanguageModelApi };
    return languageModel ?? page.LanguageModel;
  };
  const door = new BuiltInDoor<LanguageModelOptions, LanguageModelSession>(options, findApi);
  const expected = [{ type: 'text', languages }] as const;
  const settings =
    languages.length > 0 ? { expectedInputs: expected, expectedOutputs: expected } : {};
  let contextWindow: number | undefined;
  const learnWindow = (session: LanguageModelSession): number | undefined => {
    contextWindow = windowOf(session);
    return contextWindow;
  };

  return {
    name: door.name,
    get contextWindow() {
      return contextWindow;
    },
    availability: () => door.availability(settings),
    load: ({ signal } = {}) =>
      door.withSession({
        settings: () => settings,
        mayDownload: true,
        signal,
        windowOf: learnWindow,
        use: async () => undefined,
      }),
    async chat(request) {
      refuseUnknown(request, CHAT_REQUEST, 'chat');
      throwIfAborted(request.signal);
      if ((request.tools ?? []).length > 0) {
        throw door.error({ kind: 'run-failed', problem: 'it takes no tools' });
      }
      const { system, messages } = promptContext(request.messages);
      return door.withSession({
        settings: async (call) => ({
          ...settings,
          ...(await samplingOf(findApi(), request.temperature, call)),
          initialPrompts: system,
        }),
        mayDownload: false,
        signal: request.signal,
        onSilence: request.onSilence,
        windowOf: learnWindow,
        use: async (session, call) => {
          const { answerSchema } = request;
          const open = async () =>
            session.promptStreaming(messages, {
              signal: call.signal,
              ...(answerSchema !== undefined && { responseConstraint: answerSchema }),
            });
          const stream = await call.wait(open());
          const reply = await readAnswer(stream, request, call);
          if (reply.text === '') throw door.error({ kind: 'nothing-said' });
          return reply;
        },
      });
    },
  };
}

/** Reads the answer as it comes, up to the request's bound. */
async function readAnswer(
  stream: ReadableStream<string>,
  { maxTokens = Number.POSITIVE_INFINITY, onDelta, signal }: ChatRequest,
  call: BuiltInCall,
): Promise<ChatReply> {
  const reader = stream.getReader();
  let reply = EMPTY_REPLY;
  let tokens = 0;
  try {
    while (tokens < maxTokens) {
      const { done, value } = await call.wait(reader.read());
      throwIfAborted(signal);
      if (done) return { ...reply, finishReason: 'stop' };
      if (value === '') continue;
      reply = { ...reply, text: reply.text + value };
      tokens += estimateTokens(value);
      call.arrived(reply);
      onDelta?.({ text: value, thinking: '' });
    }
    return { ...reply, finishReason: 'length' };
  } finally {
    // A stream that failed rejects this as well; its error was told above.
    reader.cancel().catch(() => undefined);
  }
}

function windowOf({ contextWindow, inputQuota }: LanguageModelSession): number | undefined {
  const tokens = contextWindow ?? inputQuota;
  return tokens !== undefined && Number.isFinite(tokens) ? tokens : undefined;
}

/** A temperature goes with a `topK` or not at all, and where there are no `params` it is not heeded. */
async function samplingOf(
  api: LanguageModelApi | undefined,
  temperature: number | undefined,
  call: BuiltInCall,
): Promise<Pick<LanguageModelOptions, 'temperature' | 'topK'>> {
  if (temperature === undefined || typeof api?.params !== 'function') return {};
  const params = await call.wait(api.params());
  if (!params) return {};
  return { temperature: Math.min(temperature, params.maxTemperature), topK: params.defaultTopK };
}
