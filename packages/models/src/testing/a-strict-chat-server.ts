import { event, words } from './events.ts';
import { aLocalServer, type Behaviour, type LocalServer, refusing } from './local-server.ts';

/** A request of a chat, as far as these servers read it. */
export interface SeenChat {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens: number;
  readonly temperature: number;
}

/** A server whose model has a window, and that refuses each request that does not fit with its answer. */
export interface StrictChatServer extends LocalServer {
  readonly chats: readonly SeenChat[];
  /** Tokens that each request and its answer together asked for, in order. */
  readonly asked: readonly number[];
  readonly refusals: () => number;
}

/** Tokens that a template puts around each message, and around all of them. */
const MESSAGE_TOKENS = 5;
const FRAME_TOKENS = 10;

export async function aStrictChatServer(options: {
  readonly window: number;
  readonly count: (text: string) => number;
  readonly answer: (chat: SeenChat) => string;
}): Promise<StrictChatServer> {
  const { window, count, answer } = options;
  const chats: SeenChat[] = [];
  const asked: number[] = [];
  const behaviour: Behaviour = async (response, request) => {
    const chat: SeenChat = JSON.parse(request.body);
    const input = chat.messages.reduce(
      (sum, { content }) => sum + count(content) + MESSAGE_TOKENS,
      FRAME_TOKENS,
    );
    chats.push(chat);
    asked.push(input + chat.max_tokens);
    if (input + chat.max_tokens > window) {
      const error = { message: 'too long', code: 'context_length_exceeded' };
      return refusing(400, { error })(response, request);
    }
    const text = answer(chat);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(words(text));
    const usage = { prompt_tokens: input, completion_tokens: count(text) };
    response.end(
      event({ choices: [{ delta: {}, finish_reason: 'stop' }], usage }) + event('[DONE]'),
    );
  };
  const server = await aLocalServer(behaviour);
  const refusals = (): number => asked.filter((tokens) => tokens > window).length;
  return { ...server, chats, asked, refusals };
}

/** A plain summary of what a request quotes: how each line begins, as many lines as it may have. */
export function linesInBrief({ messages, max_tokens }: SeenChat): string {
  const quoted = messages.at(-1)?.content ?? '';
  const inside = [...quoted.matchAll(/<([a-z]+-[a-z]+)>\n([\s\S]*?)\n<\/\1>/g)];
  const lines = inside.flatMap(([, , text = '']) => text.split('\n'));
  const brief = lines.map(firstWords).filter((line) => line !== '');
  const kept: string[] = [];
  let room = max_tokens * 2;
  for (const line of new Set(brief)) {
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    kept.push(line);
  }
  return kept.join('\n');
}

function firstWords(line: string): string {
  const words = line.replace(/^- /, '').split(' ').slice(0, 8).join(' ');
  return words === '' ? '' : `- ${words}`;
}
