import { type Message, toolCallsOf, toolResultsOf } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { type Fields, isText } from '../../message/read-field.ts';
import { wholeOf } from '../../message/well-formed.ts';
import { partsOf } from './write-parts.ts';

/** A part as it is sent, and of a call or an answer the id by which the two belong together. */
export interface SentPart {
  readonly part: Fields;
  readonly callId?: string;
}

const sendable = new WeakMap<Message, readonly SentPart[]>();

/** The parts of a message as the provider takes them; the same message gives the same objects again. */
export function sendableParts(message: Message): readonly SentPart[] {
  const known = sendable.get(message);
  if (known) return known;
  const parts = Object.freeze(withCallIds(message).flatMap(withData));
  sendable.set(message, parts);
  return parts;
}

function withCallIds(message: Message): readonly SentPart[] {
  const ids = [...toolCallsOf(message), ...toolResultsOf(message)].map(({ callId }) => callId);
  let next = 0;
  return partsOf(message).map((part) => {
    if (!isPaired(part)) return { part };
    const callId = ids[next++];
    // The text of an answer that was an object has halves of pairs escaped.
    const whole = wholeOf(part);
    return callId === undefined ? { part: whole } : { part: whole, callId };
  });
}

export function isPaired(part: Fields): boolean {
  return 'functionCall' in part || 'functionResponse' in part;
}

/** Fields of which a part has one. The client of Google sends what stands in any other as an empty part. */
const DATA = [
  'functionCall',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'audioTranscription',
];

/**
 * The part as the provider takes it: with data. Without any it is left out, but for its signature,
 * which goes back with no words, as one that came with none does.
 */
function withData(sent: SentPart): readonly SentPart[] {
  const { part } = sent;
  const { text, thought, thoughtSignature: signature } = part;
  if (isPlainObject(part.functionResponse)) {
    const functionResponse = answerOf(part.functionResponse);
    const isSame = functionResponse === part.functionResponse;
    return [isSame ? sent : { ...sent, part: { ...part, functionResponse } }];
  }
  if (DATA.some((name) => isPlainObject(part[name])) || isFile(part)) return [sent];
  if (isText(text) && (text.trim() !== '' || isText(signature))) return [sent];
  if (!isText(signature)) return [];
  return [
    { part: { text: '', ...(thought === true && { thought }), thoughtSignature: signature } },
  ];
}

function isFile({ inlineData, fileData }: Fields): boolean {
  const { data, mimeType } = Object(inlineData);
  return Boolean((data && mimeType) || Object(fileData).fileUri);
}

/** An answer has a response, and its parts are files; the same object where it has. */
function answerOf(given: Fields): Fields {
  const { response, parts = [], ...others } = given;
  const list: readonly Fields[] = Array.isArray(parts) ? parts : [];
  const files = list.filter(isFile);
  if (isPlainObject(response) && files.length === list.length) return given;
  return { ...others, response: response ?? {}, ...(files.length > 0 && { parts: files }) };
}
