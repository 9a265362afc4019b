import {
  checkOption,
  type KnownNames,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import { chatUrl } from '../address/base-url.ts';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import { askServer, type Call, callError, readRefused } from './ask-server.ts';
import { ENDPOINT_OPTIONS, type EndpointOptions, endpointOf } from './endpoint.ts';
import { openExchange } from './exchange.ts';
import { isAboutStreamOptions, readRefusal } from './read-refusal.ts';
import { readReply } from './read-reply.ts';

/** A model behind an OpenAI-compatible endpoint. */
export interface OpenAiCompatibleOptions extends EndpointOptions {
  /** The model's name as the server knows it. */
  readonly model: string;
  /** Tokens of one request and its answer together, as the server has loaded it. Default: not known. */
  readonly contextWindow?: number;
  /**
   * Further fields of each request, such as `temperature` or `max_tokens`, as the server wants them.
   * Those that the driver sets itself (`model`, `messages`, `tools`, `stream`) stay its own. Where
   * `max_completion_tokens` is among them, a request's `maxTokens` goes there and not to `max_tokens`.
   */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const OPTIONS = {
  ...ENDPOINT_OPTIONS,
  model: true,
  contextWindow: true,
  parameters: true,
} as const satisfies KnownNames<OpenAiCompatibleOptions>;

/**
 * A model behind any server that speaks OpenAI Chat Completions: Ollama, LM Studio, llama.cpp, vLLM, a
 * provider. Answers are streamed; one that the server sends whole is taken as well.
 *
 * Making it asks nobody. Each `chat` is one request, never repeated by itself but once: without asking
 * for usage, where a server refuses the request for that alone.
 *
 * @throws InvalidOptionError naming the option; `chat` rejects with it for a field that is not known.
 *
 * @example
 * const chatModel = openAiCompatible({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3:8b' });
 * const { messages } = await memory.assemble();
 * const reply = await chatModel.chat({ messages, onDelta: ({ text }) => console.log(text) });
 * await memory.append({ role: 'assistant', content: reply.text });
 * if (reply.usage) await memory.reportUsage(reply.usage);
 */
export function openAiCompatible(options: OpenAiCompatibleOptions): ChatModel {
  refuseUnknown(options ?? null, OPTIONS, 'openAiCompatible');
  const { model, contextWindow, parameters = {} } = options;
  const given = typeof model === 'string' ? 'is empty' : 'is no text';
  const isName = typeof model === 'string' && model.trim() !== '';
  checkOption(isName, 'model', `must be the name of a model, and ${given}.`);
  checkOption(
    contextWindow === undefined || (Number.isInteger(contextWindow) && contextWindow > 0),
    'contextWindow',
    `must be tokens, a whole number above 0; got ${contextWindow}.`,
  );
  const endpoint = endpointOf(options);
  let reportsUsage = true;

  const post = (call: Call, request: ChatRequest, isUsageWanted: boolean): Promise<Response> => {
    const body = {
      ...parameters,
      ...boundsOf(request, parameters),
      ...bodyOf(model, request, isUsageWanted),
    };
    return askServer(call, chatUrl(endpoint.baseUrl), {
      method: 'POST',
      body: JSON.stringify(body),
    });
  };

  /** Asks for the usage too; where that alone is refused, asks again without, and from then on. */
  const open = async (call: Call, request: ChatRequest): Promise<Response> => {
    const response = await post(call, request, reportsUsage);
    if (response.ok) return response;
    const refused = await readRefused(call, response);
    if (!reportsUsage || !isAboutStreamOptions(refused)) {
      throw callError(call, readRefusal(refused, endpoint.secrets));
    }
    reportsUsage = false;
    const second = await post(call, request, false);
    if (second.ok) return second;
    throw callError(call, readRefusal(await readRefused(call, second), endpoint.secrets));
  };

  return {
    name: model,
    ...(contextWindow !== undefined && { contextWindow }),
    async chat(request) {
      refuseUnknown(request, CHAT_REQUEST, 'chat');
      const { signal } = request;
      throwIfAborted(signal);
      const call = { endpoint, exchange: openExchange(endpoint, request), signal, model };
      try {
        const response = await open(call, request);
        return await readReply(call, response, request.onDelta);
      } finally {
        call.exchange.close();
      }
    },
  };
}

/** The bounds of one answer, which go before those that hold for all. */
function boundsOf(
  { maxTokens, temperature, answerSchema }: ChatRequest,
  parameters: Readonly<Record<string, unknown>>,
) {
  const limit = 'max_completion_tokens' in parameters ? 'max_completion_tokens' : 'max_tokens';
  return {
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(answerSchema !== undefined && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: answerSchema, strict: true },
      },
    }),
  };
}

function bodyOf(model: string, { messages, tools = [] }: ChatRequest, isUsageWanted: boolean) {
  return {
    model,
    messages,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    stream: true,
    ...(isUsageWanted && { stream_options: { include_usage: true } }),
  };
}
