import { inSlices } from '../../ground/platform/in-slices.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { readingJson } from '../../message/json-in-steps.ts';
import type { Message, Part } from '../../message/message.ts';
import { readyJson } from '../../message/ready-data.ts';

/** A shorter text is read before anybody could notice. */
const LONG_JSON = 65_536;
/** So many characters are remembered together. */
const REMEMBERED_CHARACTERS = 2 ** 26;

/** Whatever holds a message: an entry, an item of a plan. */
interface Said {
  readonly message: Message;
}

/**
 * Resolves when the long JSON texts of messages are read in slices, so that a format that writes them
 * has their values at once. Nothing is waited for where there are none.
 */
export function readied(said: readonly Said[]): Promise<void> | undefined {
  const texts = said.flatMap(({ message }) =>
    message.parts.flatMap((part) => longJson(part, message)),
  );
  return texts.length > 0 ? inSlices(readingTexts(texts)) : undefined;
}

/** They are remembered until as many others have been read. */
function* readingTexts(texts: readonly string[]): Steps<void> {
  for (const text of texts) remember(text, yield* readingJson(text));
}

/** Text that a format may write as the value it stands for, if that is long and was not read yet. */
function longJson(part: Part, { format }: Message): readonly string[] {
  const isOutput = part.type === 'tool-result' && format !== undefined;
  const text = part.type === 'tool-call' ? part.arguments : isOutput ? part.text : '';
  return text.length <= LONG_JSON || readyJson.has(text) ? [] : [text];
}

function remember(text: string, read: { readonly value: unknown } | undefined): void {
  let characters = text.length;
  for (const known of readyJson.keys()) characters += known.length;
  if (characters > REMEMBERED_CHARACTERS) readyJson.clear();
  readyJson.set(text, read ?? null);
}
