import { isThisDevice, originOf } from './endpoint-address.ts';
import type { Failure } from './failure.ts';

/** Where a request came from and went to. */
export interface Situation {
  readonly address: string;
  readonly model: string;
  readonly hasKey: boolean;
  /** Scheme, host and port of this page. */
  readonly pageOrigin: string;
  /** What had arrived of the answer. */
  readonly arrived: 'nothing' | 'thoughts' | 'words';
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

/** What went wrong, in words. Whatever is lost or kept is part of them. */
export function explainFailure(failure: Failure, situation: Situation): Explanation {
  const server = originOf(situation.address);
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
        remedies: unreachableRemedies(situation),
      };
    case 'cors':
      return {
        sentence: `A server answers at ${server}, but it does not allow this page (${situation.pageOrigin}) to read what it says. Browsers call this CORS.`,
        remedies: corsRemedies(situation),
      };
    case 'dropped':
      return explained(
        `${server} is there, but this request got no answer: the connection was lost ahead of it, or the server does not allow the headers of the request (CORS).`,
        'Try again. If it stays so, allow the headers authorization and content-type on the server, and look into its log.',
      );
    case 'unknown':
      return {
        sentence: `${server} gave no answer in time: it may be off, not be reachable from here, or not allow this page (CORS). A browser does not tell these apart.`,
        remedies: [...unreachableRemedies(situation), ...corsRemedies(situation)],
      };
    case 'key':
      return explained(
        situation.hasKey
          ? `${server} refused the API key (${failure.status}).${quoted(failure.said)}`
          : `${server} wants an API key (${failure.status}).${quoted(failure.said)}`,
        situation.hasKey
          ? 'Check the key, and whether it may use this model.'
          : 'Add one in the settings. It is kept in this browser and sent to this server alone.',
      );
    case 'no-model':
      return {
        sentence: `${server} has no model “${situation.model}”.${quoted(failure.said)}`,
        remedies: [
          { text: 'Choose another one in the settings.' },
          ...(isOllama(situation.address)
            ? [{ text: 'Or fetch it for Ollama:', command: `ollama pull ${situation.model}` }]
            : []),
        ],
      };
    case 'no-path':
      return explained(
        `${server} answers, but has nothing at this address (${failure.status}).`,
        'Check the path in the settings: the address of this kind of API usually ends in /v1.',
      );
    case 'too-many':
      return explained(
        `${server} takes no more requests for now (429).${quoted(failure.said)}`,
        failure.retryAfterS === undefined
          ? 'Wait a little, then try again. If it stays so, look at the limits and the credit of the account.'
          : `Try again in ${failure.retryAfterS} s: that is what the server asks for.`,
      );
    case 'too-long':
      return explained(
        `${server} finds the context too long for its model, and memory could not make it small enough.${quoted(failure.said)}`,
        'Lower the budget to what the model is loaded with, then try again. Nothing was lost.',
      );
    case 'server':
      return explained(
        `${server} had a fault of its own (${failure.status}).${quoted(failure.said)}`,
        'Try again; a model that is still being loaded takes a while. Nothing was lost.',
      );
    case 'refused':
      return explained(
        `${server} refused the request (${failure.status}).${quoted(failure.said)}`,
        'Nothing was lost. Check the model and the address in the settings.',
      );
    case 'unreadable':
      return explained(
        `${server} sent something that is no answer of a chat model.${quoted(failure.excerpt)}`,
        'Check the address in the settings: that of an OpenAI-compatible API usually ends in /v1.',
      );
    case 'broke-off':
      return explained(
        `The connection to ${server} was lost ${whenLost(situation.arrived)}`,
        'Try again: the question is kept.',
      );
    case 'gave-up':
      return explained(
        `${server} gave up ${whenLost(situation.arrived)}${quoted(failure.said)}`,
        'Try again: the question is kept.',
      );
    case 'empty':
      return explained(
        `${server} ended its answer without a word.`,
        'Try again; if it stays so, look whether the model is meant for chat.',
      );
    default:
      return failure satisfies never;
  }
}

function explained(sentence: string, remedy: string): Explanation {
  return { sentence, remedies: [{ text: remedy }] };
}

function whenLost(arrived: Situation['arrived']): string {
  switch (arrived) {
    case 'words':
      return 'in the middle of the answer. What had arrived is kept in the chat, marked with “…”.';
    case 'thoughts':
      return 'while the model was still thinking: there is no answer.';
    case 'nothing':
      return 'before a word of the answer had arrived.';
    default:
      return arrived satisfies never;
  }
}

function quoted(said: string): string {
  return said === '' ? '' : ` It says: “${said}”`;
}

function unreachableRemedies({ address, pageOrigin }: Situation): readonly Remedy[] {
  const check = 'Check the address and its port.';
  const permission = {
    text: 'The browser asks before a page reaches servers on this device or in your network: it may have been refused that.',
  };
  const start = isOllama(address)
    ? { text: 'Start Ollama if it is not running:', command: 'ollama serve' }
    : { text: 'See whether the server is running.' };
  const isPageElsewhere = !isThisDevice(pageOrigin) && isThisDevice(address);
  return [start, { text: check }, ...(isPageElsewhere ? [permission] : [])];
}

function corsRemedies({ address, pageOrigin }: Situation): readonly Remedy[] {
  switch (new URL(address).port) {
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

function isOllama(address: string): boolean {
  return new URL(address).port === '11434';
}
