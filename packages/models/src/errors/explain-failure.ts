import { isThisDevice, originOf } from '../address/base-url.ts';
import type { ChatReply } from '../chat/chat-reply.ts';
import type { ServerFailure } from './model-failure.ts';

const DAY_MS = 86_400_000;

/** The request that failed. */
export interface FailedRequest {
  /** Base of the API that was asked. */
  readonly baseUrl: string;
  /** The model that was asked for; absent where none was. */
  readonly model?: string;
  /** Scheme, host and port of the page that asked; absent outside of pages and workers. */
  readonly pageOrigin?: string;
  /** The part of the answer that had arrived; absent where nothing had. */
  readonly partial?: ChatReply;
}

/** A failure for a person: what happened, and what can be done about it. */
export interface Explanation {
  readonly sentence: string;
  readonly remedies: readonly Remedy[];
}

/** Something to do; `command` is to be copied as it is. */
export interface Remedy {
  readonly text: string;
  readonly command?: string;
}

/** A failure in words, which say what is lost. */
export function explainFailure(failure: ServerFailure, request: FailedRequest): Explanation {
  const server = originOf(request.baseUrl);
  switch (failure.kind) {
    case 'mixed-content':
      return explained(
        `This page is encrypted and ${server} is not, so the browser does not let them talk. Nothing was sent.`,
        'Give the server an https address, or run it on this device: a server at localhost is allowed.',
      );
    case 'offline':
      return explained(
        `This device is offline, so ${server} cannot be reached. Nothing was sent.`,
        'A server on this device would still answer.',
      );
    case 'unreachable':
      return {
        sentence: `Nothing answers at ${server}: the connection was refused, or no such server was found.`,
        remedies: unreachableRemedies(request),
      };
    case 'cors':
      return {
        sentence: `A server answers at ${server}, but it does not allow this page${pageOf(request)} to read what it says. Browsers call this CORS.`,
        remedies: corsRemedies(request),
      };
    case 'redirected':
      return explained(
        `${server} redirects to another address. The conversation and the key were not sent there.`,
        'Ask for the address that it redirects to, if you trust it.',
      );
    case 'request-lost':
      return explained(
        `${server} is there, but this request got no answer: the connection was lost before it, the server sends it elsewhere (a redirect is not followed), or it does not allow the headers of the request (CORS).`,
        'Try again. If it stays so, allow the headers authorization and content-type on the server, and look into its log.',
      );
    case 'no-answer':
      return {
        sentence: `${server} gave no answer in time: it may be off, not be reachable from here, or not allow this page (CORS). A browser does not tell these apart.`,
        remedies: [...unreachableRemedies(request), ...corsRemedies(request)],
      };
    case 'timed-out':
      return explained(
        `${server} sent nothing new for ${failure.timeoutMs / 1_000} s ${whenLost(request)} The request was given up.`,
        'Try again; a model that is still being loaded takes a while. Nothing of the conversation was lost.',
      );
    case 'unauthorized':
      return explained(
        `${server} ${failure.hadKey ? 'refused the' : 'wants an'} API key (${failure.status}).${quoted(failure.serverMessage)}`,
        failure.hadKey
          ? 'Check the key, and whether it may use this model.'
          : 'Give one; it is sent to this server alone.',
      );
    case 'model-not-found':
      return {
        sentence: `${server} has no model${nameOf(request)}.${quoted(failure.serverMessage)}`,
        remedies: [{ text: 'Choose another one.' }, ...pullRemedies(request)],
      };
    case 'endpoint-not-found':
      return explained(
        `${server} answers, but has nothing at this address (${failure.status}).`,
        'Check the path: the address of this kind of API usually ends in /v1.',
      );
    case 'rate-limited':
      return explained(
        `${server} takes no more requests for now (429).${quoted(failure.serverMessage)}`,
        againAfter(failure) ??
          'Wait a little, then try again. If it stays so, look at the limits and the credit of the account.',
      );
    case 'context-too-long':
      return explained(
        `${server} finds the context too long for its model.${quoted(failure.serverMessage)}`,
        'Lower the budget to what the model is loaded with, then try again. Nothing was lost.',
      );
    case 'server-fault':
      return explained(
        `${server} had a fault of its own (${failure.status}).${quoted(failure.serverMessage)}`,
        `${againAfter(failure) ?? 'Try again; a model that is still being loaded takes a while.'} Nothing was lost.`,
      );
    case 'request-refused':
      return explained(
        `${server} refused the request (${failure.status}).${quoted(failure.serverMessage)}`,
        'Nothing was lost. Check the model and the address.',
      );
    case 'answer-unreadable':
      return explained(
        `${server} sent something that is no answer of a chat model.${quoted(failure.excerpt)}`,
        'Check the address: that of an OpenAI-compatible API usually ends in /v1.',
      );
    case 'connection-lost':
      return explained(
        `The connection to ${server} was lost ${whenLost(request)}`,
        'Try again. Nothing of the conversation was lost.',
      );
    case 'stream-error':
      return explained(
        `${server} gave up ${whenLost(request)}${quoted(failure.serverMessage)}`,
        'Try again. Nothing of the conversation was lost.',
      );
    case 'answer-empty':
      return explained(
        `${server} ended its answer without a word.`,
        'Try again; if it stays so, look whether the model is meant for chat.',
      );
    default:
      return failure satisfies never;
  }
}

/** One sentence and one remedy. */
export function explained(sentence: string, remedy: string): Explanation {
  return { sentence, remedies: [{ text: remedy }] };
}

function whenLost({ partial }: FailedRequest): string {
  if (partial && partial.text !== '') return 'in the middle of the answer.';
  return partial && partial.thinking !== ''
    ? 'while the model was still thinking: there is no answer.'
    : 'before a word of the answer had arrived.';
}

/** The wait that a server asks for; `undefined` where it says nothing. */
function againAfter({ retryAfterMs }: { readonly retryAfterMs?: number }): string | undefined {
  if (retryAfterMs === undefined) return undefined;
  if (retryAfterMs > DAY_MS) return 'Try again later: the server asks for more than a day.';
  return `Try again in ${Math.ceil(retryAfterMs / 1_000)} s: that is what the server asks for.`;
}

/** The words of a server, an engine or the browser. */
export function quoted(text: string): string {
  return text === '' ? '' : ` It says: “${text}”`;
}

function nameOf({ model }: FailedRequest): string {
  return model === undefined ? ' of this name' : ` “${model}”`;
}

function pageOf({ pageOrigin }: FailedRequest): string {
  return pageOrigin === undefined ? '' : ` (${pageOrigin})`;
}

function pullRemedies({ baseUrl, model }: FailedRequest): readonly Remedy[] {
  if (!isOllama(baseUrl) || model === undefined) return [];
  return [{ text: 'Or fetch it for Ollama:', command: `ollama pull ${model}` }];
}

function unreachableRemedies({ baseUrl, pageOrigin }: FailedRequest): readonly Remedy[] {
  const check = 'Check the address and its port.';
  const permission = {
    text: 'The browser asks before a page reaches servers on this device or in your network: it may have been refused that.',
  };
  const start = isOllama(baseUrl)
    ? { text: 'Start Ollama if it is not running:', command: 'ollama serve' }
    : { text: 'See whether the server is running.' };
  const isPageElsewhere =
    pageOrigin !== undefined && !isThisDevice(pageOrigin) && isThisDevice(baseUrl);
  return [start, { text: check }, ...(isPageElsewhere ? [permission] : [])];
}

function corsRemedies({ baseUrl, pageOrigin }: FailedRequest): readonly Remedy[] {
  if (pageOrigin === undefined) return [];
  switch (new URL(baseUrl).port) {
    case '11434':
      return [
        {
          text: 'Quit Ollama first: while it runs it keeps its settings, and a second one cannot start. Then, on macOS and Linux, start it so that it allows this page:',
          command: `OLLAMA_ORIGINS=${pageOrigin} ollama serve`,
        },
        {
          text: 'On Windows, in the command prompt:',
          command: `set "OLLAMA_ORIGINS=${pageOrigin}" && ollama serve`,
        },
        {
          text: 'Or, on Windows, for good; then start Ollama again from the Start menu:',
          command: `setx OLLAMA_ORIGINS "${pageOrigin}"`,
        },
      ];
    case '1234':
      return [{ text: 'In LM Studio, switch on “Enable CORS” in the settings of its server.' }];
    case '8000':
      return [
        {
          text: 'Start vLLM so that it allows this page:',
          command: `vllm serve … --allowed-origins '["${pageOrigin}"]'`,
        },
      ];
    default:
      return [
        {
          text: 'Have the server answer with this header, and allow authorization and content-type:',
          command: `Access-Control-Allow-Origin: ${pageOrigin}`,
        },
      ];
  }
}

function isOllama(baseUrl: string): boolean {
  return new URL(baseUrl).port === '11434';
}
