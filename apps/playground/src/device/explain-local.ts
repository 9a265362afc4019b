import { type Explanation, LocalModelError, type ModelError } from '@agent-memory/models';

/** A failure of a model in the words of this page: what happened, and what can be done here. */
export function explainLocal(error: ModelError): Explanation {
  const { sentence, remedies } = error.explanation;
  const kept = error.partial.text === '' ? '' : KEPT_IN_CHAT;
  const remedy = error instanceof LocalModelError ? remedyHere(error) : undefined;
  return {
    sentence: sentence + kept,
    remedies: remedy === undefined ? remedies : [{ text: remedy }],
  };
}

const KEPT_IN_CHAT = ' What had arrived is kept in the chat, marked with “…”.';

/** The remedy that this page has in place of the general one. */
function remedyHere({ failure }: LocalModelError): string | undefined {
  switch (failure.kind) {
    case 'device-unsupported':
      return 'Choose one that runs on the processor. Nothing was lost.';
    case 'download-not-allowed':
      return 'The browser let go of its files. Open Models to download it again; the conversation is kept.';
    case 'download-failed':
      return 'Check the network and the address, then try again. A model that is stored here, or a GGUF file of yours, needs no network.';
    case 'files-unreadable':
      return 'Choose another file or model. Nothing of this one was kept, and the conversation stays as it is.';
    case 'storage-full':
      return 'Delete a model below or free some space, then try again. The conversation was not touched.';
    case 'window-exceeded':
      return 'Memory could not make the context small enough. Take a model with a larger window, or start over; nothing was lost.';
    default:
      return undefined;
  }
}
