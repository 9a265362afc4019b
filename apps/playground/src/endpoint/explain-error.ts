import type { Explanation, ModelError, Remedy } from '@agent-memory/models';

/** A failure in the words of this page: what happened, what it kept, and where to put it right. */
export function explainError(error: ModelError): Explanation {
  const { sentence, remedies } = error.explanation;
  const kept = error.partial.text === '' ? '' : KEPT_IN_CHAT;
  return { sentence: sentence + kept, remedies: remediesHere(error) ?? remedies };
}

const KEPT_IN_CHAT = ' What had arrived is kept in the chat, marked with “…”.';

/** The remedies that this page has in place of the general ones. */
function remediesHere({ failure, explanation }: ModelError): readonly Remedy[] | undefined {
  switch (failure.kind) {
    case 'unauthorized':
      if (failure.hadKey) return undefined;
      return one(
        'Add one in the settings. It is kept in this browser and sent to this server alone.',
      );
    case 'model-not-found':
      return [{ text: 'Choose another one in the settings.' }, ...explanation.remedies.slice(1)];
    case 'endpoint-not-found':
      return one(
        'Check the path in the settings: the address of this kind of API usually ends in /v1.',
      );
    case 'context-too-long':
      return one(
        'Once asked, memory could not make it small enough. Lower the budget to what the model is loaded with, then try again. Nothing was lost.',
      );
    case 'request-refused':
      return one('Nothing was lost. Check the model and the address in the settings.');
    case 'answer-unreadable':
      return one(
        'Check the address in the settings: that of an OpenAI-compatible API usually ends in /v1.',
      );
    case 'connection-lost':
    case 'stream-error':
    case 'timed-out':
      return one('Try again: the question is kept.');
    default:
      return undefined;
  }
}

function one(text: string): readonly Remedy[] {
  return [{ text }];
}
