import { withoutHiddenCharacters } from '../envelope/hidden-characters.ts';
import { checkGiven } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import { scratchpadText } from '../scratchpad/scratchpad-text.ts';
import { type AnyTool, defineTool, type ToolParameters } from '../tools/model-tool.ts';
import { fillOf, type PadMemory } from './kept-pad.ts';
import { patchParameters } from './pad-parameters.ts';

/** How the tools of a scratchpad are made. */
export interface ScratchpadToolsOptions<Pad> {
  /** Arguments of `update_scratchpad`, as JSON Schema. Default: from the schema, or its first value. */
  readonly parameters?: ToolParameters;
  /** The text that `set_goal` sets. Default `objective`. */
  readonly goalField?: keyof Pad & string;
  /** The list of texts that `update_plan` sets. Default `plan`. */
  readonly planField?: keyof Pad & string;
  /** The text that `update_plan` sets to the step in progress, where there is such a field. Default `currentStep`. */
  readonly stepField?: keyof Pad & string;
}

const FIELDS = ['goalField', 'planField', 'stepField'] as const;
const OPTIONS = {
  parameters: true,
  goalField: true,
  planField: true,
  stepField: true,
} as const satisfies KnownNames<ScratchpadToolsOptions<object>>;

type Status = 'pending' | 'in_progress' | 'completed';

/** How a step of a plan begins in the scratchpad. */
const MARKS: Readonly<Record<Status, string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
};

/**
 * The tools by which a model keeps its scratchpad: `update_scratchpad`, and `set_goal` and `update_plan`
 * where the pad has fields for them (`planScratchpad` has both). Each answers how full the pad is. A
 * change that does not fit the schema, or makes the pad larger than its room, changes nothing, and the
 * answer says why [PAD-2, PAD-3].
 *
 * @example
 * const tools = scratchpadTools(memory, defaultScratchpad);
 * const body = { model, messages, tools: openAiTools(tools) };
 *
 * @param definition the `scratchpad` option of the memory.
 * @throws InvalidOptionError if an option is not known, or names a field that the pad does not have.
 */
export function scratchpadTools<Pad extends object>(
  memory: PadMemory<Pad>,
  definition: ScratchpadSchema<Pad>,
  options: ScratchpadToolsOptions<Pad> = {},
): readonly AnyTool[] {
  refuseUnknown(options, OPTIONS, 'scratchpadTools');
  for (const name of FIELDS) {
    const field = options[name];
    const isField = field === undefined || Object.hasOwn(definition.initial, field);
    const known = Object.keys(definition.initial).join(', ');
    checkGiven(isField, name, `a field of the scratchpad (${known})`, field);
  }
  const { parameters = patchParameters(definition) } = options;
  const { goalField = 'objective', planField = 'plan', stepField = 'currentStep' } = options;
  const has = (field: string) => Object.hasOwn(definition.initial, field);
  // A field that is named is one of the pad; its value is checked by the schema.
  const set = (change: object) => changed(memory, change as Partial<Pad>);
  return [
    updateTool(parameters, set),
    ...(has(goalField) ? [goalTool(goalField, set)] : []),
    ...(has(planField) ? [planTool(planField, has(stepField) ? stepField : undefined, set)] : []),
  ];
}

type Set = (change: object) => Promise<string>;

function updateTool(parameters: ToolParameters, set: Set): AnyTool {
  const names = Object.keys(parameters.properties ?? {}).join(', ');
  return defineTool({
    name: 'update_scratchpad',
    description:
      'Changes your scratchpad: notes to yourself that you see in every call of this conversation, also when older messages are gone. A field that you name is replaced as a whole, every other one stays. Keep exact values that you will need again; remove what is resolved.',
    parameters,
    execute: async (change: object) => {
      if (Object.keys(change).length === 0) {
        throw new Error(`Nothing was changed: name at least one field of ${names}.`);
      }
      return set(change);
    },
  });
}

function goalTool(field: string, set: Set): AnyTool {
  return defineTool({
    name: 'set_goal',
    description:
      'Writes down what is to be reached, in one sentence, in your scratchpad. Call it when the user states a task or changes it.',
    parameters: {
      type: 'object',
      properties: { goal: { type: 'string', description: 'One sentence.' } },
      required: ['goal'],
      additionalProperties: false,
    },
    execute: async ({ goal }: { readonly goal: string }) => {
      if (saysNothing(goal)) throw new Error('Nothing was changed: the goal is empty.');
      return set({ [field]: goal });
    },
  });
}

/** Nobody sees a text of blanks and of characters without width. */
function saysNothing(text: string): boolean {
  return withoutHiddenCharacters(text).trim() === '';
}

interface Step {
  readonly step: string;
  readonly status: Status;
}

function planTool(field: string, stepField: string | undefined, set: Set): AnyTool {
  return defineTool({
    name: 'update_plan',
    description:
      'Replaces the plan in your scratchpad: all steps in order, each pending, in_progress (one at most) or completed. Call it when you make a plan, and when a step ends.',
    parameters: {
      type: 'object',
      properties: {
        steps: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              step: { type: 'string', description: 'What is to be done, in a few words.' },
              status: { type: 'string', enum: Object.keys(MARKS) },
            },
            required: ['step', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['steps'],
      additionalProperties: false,
    },
    execute: async ({ steps }: { readonly steps: readonly Step[] }) => {
      const current = steps.filter(({ status }) => status === 'in_progress');
      if (current.length > 1) {
        throw new Error(
          `Nothing was changed: ${current.length} steps are in_progress, and there can be one at most.`,
        );
      }
      const empty = steps.findIndex(({ step }) => saysNothing(step));
      if (empty >= 0) throw new Error(`Nothing was changed: step ${empty + 1} is empty.`);
      const plan = steps.map(({ step, status }) => `${MARKS[status]} ${step}`);
      return set({
        [field]: plan,
        ...(stepField !== undefined && { [stepField]: current[0]?.step ?? '' }),
      });
    },
  });
}

/** @throws in words for the model, where nothing was changed. */
async function changed<Pad extends object>(
  memory: PadMemory<Pad>,
  change: Partial<Pad>,
): Promise<string> {
  const { scratchpad } = memory.getState();
  const before = fillOf(scratchpad, memory);
  const after = fillOf({ ...scratchpad, ...change }, memory);
  // A patch that makes it smaller is taken, so that one that is too large already can be mended.
  if (after.tokens > after.roomTokens && after.tokens > before.tokens) {
    throw new Error(
      `Nothing was changed: the scratchpad would take ${after.tokens} tokens, and its room is ${after.roomTokens}. Shorten it, or remove what is resolved. It holds now:\n${scratchpadText(scratchpad)}`,
    );
  }
  await memory.patchScratchpad(change);
  const { tokens, roomTokens } = fillOf(memory.getState().scratchpad, memory);
  const share = Math.round((100 * tokens) / Math.max(1, roomTokens));
  return `Scratchpad changed: ${Object.keys(change).join(', ')}. ${tokens} of ${roomTokens} tokens used (${share} %).`;
}
