import type { ChatDelta, ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { type OpenAiCompatibleOptions, openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { aPromise } from './later.ts';
import { aLocalServer, type Behaviour, type LocalServer } from './local-server.ts';

export const MESSAGES = [{ role: 'user', content: 'Hello' }] as const;

/** A model at a real server, and all that it was told about its answers. */
export interface ChatAtServer {
  readonly server: LocalServer;
  readonly model: ChatModel;
  readonly deltas: readonly ChatDelta[];
  readonly silences: readonly boolean[];
  readonly controller: AbortController;
  /** Resolves with the first piece of an answer. */
  readonly firstDelta: Promise<ChatDelta>;
  ask(request?: Partial<ChatRequest>): ReturnType<ChatModel['chat']>;
  /** Texts of all pieces so far. */
  told(): string;
}

/** @param behaviours of the server, one a request; the last one stays. */
export async function aChat(
  behaviours: readonly Behaviour[],
  options: Partial<OpenAiCompatibleOptions> = {},
): Promise<ChatAtServer> {
  const server = await aLocalServer(...behaviours);
  const model = openAiCompatible({ baseUrl: server.baseUrl, model: 'small', ...options });
  const controller = new AbortController();
  const deltas: ChatDelta[] = [];
  const silences: boolean[] = [];
  const first = aPromise<ChatDelta>();
  return {
    server,
    model,
    deltas,
    silences,
    controller,
    firstDelta: first.promise,
    ask: (request) =>
      model.chat({
        messages: MESSAGES,
        signal: controller.signal,
        onDelta: (delta) => {
          deltas.push(delta);
          first.resolve(delta);
        },
        onSilence: (isSilent) => silences.push(isSilent),
        ...request,
      }),
    told: () => deltas.map(({ text }) => text).join(''),
  };
}
