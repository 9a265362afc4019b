import type { GoogleContext } from '../google/google-content.ts';

type Part = Readonly<Record<string, unknown>>;

const KINDS = {
  user: ['text', 'inlineData', 'fileData', 'functionResponse', 'codeExecutionResult'],
  model: [
    'text',
    'inlineData',
    'fileData',
    'functionCall',
    'executableCode',
    'codeExecutionResult',
  ],
} as const;

/**
 * Gives the faults for which the Gemini API would refuse a request, in words. Source: Gemini API
 * reference, "Generating content" (roles, one field of a part); Gemini docs, "Function calling" (the
 * turn with a call comes behind the user or an answer, as many answers as calls) and "Thought
 * signatures" (the first call of each step of the current turn has one).
 */
export function googleFaults({ contents, systemInstruction }: GoogleContext): readonly string[] {
  const faults: string[] = [];
  let open: string[] = [];
  if (contents.length === 0) faults.push('no content');
  if (contents.at(-1)?.role !== 'user') faults.push('the user is not last');
  for (const [index, { role, parts }] of contents.entries()) {
    const at = `content ${index}`;
    const all = parts as unknown as readonly Part[];
    if (role !== (index % 2 === 0 ? 'user' : 'model')) faults.push(`${at}: out of turn: ${role}`);
    if (all.length === 0) faults.push(`${at}: no parts`);
    faults.push(...all.flatMap((part) => partFaults(part, role).map((fault) => `${at}: ${fault}`)));
    const answers = namesIn(all, 'functionResponse');
    if (role === 'user' && answers.join() !== open.join()) {
      faults.push(`${at}: answers ${answers} for calls ${open}`);
    }
    open = role === 'model' ? namesIn(all, 'functionCall') : [];
    if (role === 'model' && all.every(({ thought }) => thought === true)) {
      faults.push(`${at}: reasoning alone`);
    }
  }
  const instructed = (systemInstruction?.parts ?? []) as unknown as readonly Part[];
  if (systemInstruction && instructed.length === 0) faults.push('system: no parts');
  return [...faults, ...instructed.flatMap(textFaults)];
}

function namesIn(parts: readonly Part[], kind: 'functionCall' | 'functionResponse'): string[] {
  return parts.flatMap((part) => (kind in part ? [String(Object(part[kind]).name)] : []));
}

function partFaults(part: Part, role: 'user' | 'model'): readonly string[] {
  const kinds = [...KINDS.user, ...KINDS.model].filter((kind) => kind in part);
  const allowed: readonly string[] = KINDS[role];
  const { functionCall, functionResponse, inlineData, fileData } = part;
  const { name, args = {} } = Object(functionCall ?? functionResponse ?? { name: 'a' });
  return [
    ...(new Set(kinds).size === 1 ? [] : [`a part with ${kinds.length} kinds`]),
    ...kinds.filter((kind) => !allowed.includes(kind)).map((kind) => `${kind} of the ${role}`),
    ...(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(String(name)) ? [] : [`name ${name}`]),
    ...(isObject(args) ? [] : [`args ${JSON.stringify(args)}`]),
    ...(functionResponse === undefined || isObject(Object(functionResponse).response)
      ? []
      : ['an answer that is no object']),
    ...(isFull(inlineData, 'data') && isFull(fileData, 'fileUri') ? [] : ['a file without data']),
    ...textFaults(part),
  ];
}

function isFull(file: unknown, name: string): boolean {
  return file === undefined || Boolean(Object(file)[name]);
}

function textFaults({ text, thoughtSignature: signature }: Part): readonly string[] {
  const isBlank = typeof text === 'string' && text.trim() === '' && signature === undefined;
  return isBlank ? ['a blank text'] : [];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
