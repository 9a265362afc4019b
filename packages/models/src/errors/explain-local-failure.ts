import type { ChatReply } from '../chat/chat-reply.ts';
import { type Explanation, explained, quoted } from './explain-failure.ts';
import type { LocalFailure } from './local-failure.ts';

/** A failure of a model on this device in words, which say what is lost and what to do. */
export function explainLocalFailure(
  failure: LocalFailure,
  { model, partial }: { readonly model: string; readonly partial?: ChatReply | undefined },
): Explanation {
  const name = `“${model}”`;
  switch (failure.kind) {
    case 'device-unsupported':
      return explained(
        `This device or browser cannot run ${name}.${quoted(failure.problem)}`,
        'Take another engine or a smaller model; one that runs on WebAssembly needs no graphics card.',
      );
    case 'model-unknown':
      return explained(
        `The engine knows no model ${name}.`,
        failure.known.length === 0
          ? 'Give the addresses of its files.'
          : `Take one of those that it knows: ${someOf(failure.known)}.`,
      );
    case 'download-not-allowed':
      return explained(
        `${name} is not on this device, and nothing is downloaded unasked.`,
        "Call the model's `load`, where a person has agreed to the download.",
      );
    case 'download-failed':
      return explained(
        `${failure.file === model ? name : `${failure.file} of ${name}`} could not be downloaded.${quoted(failure.problem)}`,
        'Check the network and the address, then load again; files that are here already stay.',
      );
    case 'files-unreadable':
      return explained(
        `The files of ${name} are no model that this engine can run.${quoted(failure.problem)}`,
        failure.isGiven
          ? 'Take another file, or a new copy of this one: it may be cut or of another kind.'
          : 'Check the address, clear the cached files, and load again.',
      );
    case 'storage-full':
      return explained(
        `The browser has no room for ${name}.${quoted(failure.problem)}`,
        'Free some space or delete another model, then load again. Memory and conversation were not touched.',
      );
    case 'out-of-memory':
      return explained(
        `${name} does not fit into the memory of this device.${quoted(failure.problem)}`,
        'Take a smaller model or a smaller window, or close other tabs.',
      );
    case 'device-lost':
      return explained(
        `The graphics card went away ${whenLost(partial)}${quoted(failure.problem)}`,
        'Ask again: the model is loaded again from this device. Nothing of the conversation was lost.',
      );
    case 'engine-lost':
      return explained(
        `The engine of ${name} ended ${whenLost(partial)}${quoted(failure.problem)}`,
        'Ask again: it is started again. Nothing of the conversation was lost.',
      );
    case 'silent':
      return explained(
        `${name} gave no sign for ${failure.timeoutMs / 1_000} s ${whenLost(partial)} It was ended.`,
        'Ask again: it is started again. A smaller model, or a shorter context, answers sooner.',
      );
    case 'window-exceeded':
      return explained(
        `The request is longer than the window of ${name}, ${failure.windowTokens} tokens.${quoted(failure.problem)}`,
        'Set `contextWindow` of the memory to that of the model, then ask again. Nothing was lost.',
      );
    case 'run-failed':
      return explained(
        `${name} failed ${whenLost(partial)}${quoted(failure.problem)}`,
        'Ask again. Nothing of the conversation was lost.',
      );
    case 'nothing-said':
      return explained(
        `${name} ended its answer without a word.`,
        'Ask again; if it stays so, take a model that is meant for chat.',
      );
    case 'unloaded':
      if (failure.isDownloading) {
        return explained(
          `${name} was unloaded in the middle of its download, and is not whole on this device.`,
          'Call `load` to download what is missing. Nothing of the conversation was lost.',
        );
      }
      return explained(
        `${name} was unloaded ${whenLost(partial)}`,
        'Ask again: it is loaded again where its files are on this device; `load` downloads them else.',
      );
    case 'disposed':
      return explained(
        `${name} was disposed of, and takes no more requests.`,
        'Make a new one with the same options; the cached files are still there.',
      );
    default:
      return failure satisfies never;
  }
}

function whenLost(partial: ChatReply | undefined): string {
  return partial && partial.text !== ''
    ? 'in the middle of an answer.'
    : 'before a word of an answer.';
}

/** A list of models may be long. */
function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
