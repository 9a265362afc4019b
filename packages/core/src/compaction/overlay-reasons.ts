import type { Entry } from '../transcript/entry.ts';
import type { Keeps, OverlayReason, ToolLimit } from '../view/overlay.ts';
import { OLDEST_FIRST, type StageReason } from './policies/eviction-policy.ts';
import { hasLimits, type ToolHints } from './policies/tool-hints.ts';
import { answeredCallsOf, hintFor, resultLimit } from './policies/tool-results.ts';
import type { CompactionInput } from './stage.ts';

/** The settings that reasons are given under. */
type KeepingSettings = Pick<CompactionInput, 'budget' | 'policy' | 'toolHints'>;

/**
 * What it takes beside room to keep an original whole [HIS-4]. `undefined` where something may act that
 * does not say what it does while there is room.
 */
function keptBy({ policy: { isDue, windows } }: KeepingSettings): Keeps | undefined {
  if (isDue && !windows) return undefined;
  return windows && windows.length > 0 ? { windows } : {};
}

/** The tools with results among these entries that are over the limit of their tool. */
function toolsOverLimit(entries: readonly Entry[], hints: ToolHints): readonly ToolLimit[] {
  if (!hasLimits(hints)) return [];
  const largest = new Map<string, number>();
  for (const { entry, calls } of answeredCallsOf(entries)) {
    for (const { toolName } of calls) {
      const tokens = Math.max(largest.get(toolName) ?? 0, entry.tokens.value);
      if (tokens > resultLimit(toolName, hints, Number.POSITIVE_INFINITY)) {
        largest.set(toolName, tokens);
      }
    }
  }
  return [...largest].map(([toolName, tokens]) => ({ toolName, tokens }));
}

/** No budget keeps such a result. */
function holdResultOfUseOnce(entries: readonly Entry[], hints: ToolHints): boolean {
  if (!hasLimits(hints)) return false;
  return answeredCallsOf(entries).some(({ calls }) =>
    calls.some(({ toolName }) => hintFor(hints, toolName).ephemeral),
  );
}

/** The reason for what was done to these entries, in the form in which overlays keep it. */
export type ReasonFor = (why: StageReason, entries: readonly Entry[]) => OverlayReason;

/** Gives reasons under these settings. The same one for entries of the same kind is one object. */
export function reasonsUnder(settings: KeepingSettings): ReasonFor {
  const keepsAll = keptBy(settings);
  const made = new Map<StageReason, OverlayReason>();
  return (why, entries) => {
    const { keptByRoom, rule, ...rest } = why;
    if (holdResultOfUseOnce(entries, settings.toolHints)) return { ...rest, rule };
    const tools = toolsOverLimit(entries, settings.toolHints);
    const known = tools.length === 0 ? made.get(why) : undefined;
    if (known) return known;
    const keeps = rest.keeps ?? (keptByRoom && keepsAll ? withTools(keepsAll, tools) : undefined);
    const aim = rule === OLDEST_FIRST.rule && { mostTargetTokens: settings.budget.lowTokens };
    const reason: OverlayReason = {
      ...rest,
      rule,
      ...(aim && { numbers: { ...rest.numbers, ...aim } }),
      ...(keeps && { keeps }),
    };
    if (tools.length === 0) made.set(why, reason);
    return reason;
  };
}

function withTools(keeps: Keeps, tools: readonly ToolLimit[]): Keeps {
  return tools.length > 0 ? { ...keeps, tools } : keeps;
}

/**
 * The one reason for neighbours that left for the same reason; `undefined` where there are two. Figures
 * on which they differ are left out, and bounds hold for both.
 */
export function joinedReason(
  a: OverlayReason | undefined,
  b: OverlayReason | undefined,
): { readonly why?: OverlayReason } | undefined {
  if (a === b) return b ? { why: b } : {};
  if (!a || !b || identityOf(a) !== identityOf(b)) return undefined;
  const numbers = joinedNumbers(a.numbers, b.numbers);
  const tools = joinedTools(a.keeps?.tools, b.keeps?.tools);
  const keeps = b.keeps && withTools(b.keeps, tools);
  return { why: { ...b, ...(numbers && { numbers }), ...(keeps && { keeps }) } };
}

/** Everything of a reason but its figures. */
function identityOf({ rule, decidedBy, sentence, remedy, keeps }: OverlayReason): string {
  return JSON.stringify([rule, decidedBy, sentence, remedy, keeps && (keeps.windows ?? [])]);
}

type Numbers = NonNullable<OverlayReason['numbers']>;

function joinedNumbers(a: Numbers = {}, b: Numbers = {}): Numbers | undefined {
  const joined: Record<string, number> = {};
  for (const [name, value] of Object.entries(b)) {
    const other = a[name];
    if (other === undefined) continue;
    if (name.startsWith('least')) joined[name] = Math.min(other, value);
    else if (name.startsWith('most')) joined[name] = Math.max(other, value);
    else if (other === value) joined[name] = value;
  }
  return Object.keys(joined).length > 0 || Object.keys(b).length > 0 ? joined : undefined;
}

function joinedTools(
  a: readonly ToolLimit[] = [],
  b: readonly ToolLimit[] = [],
): readonly ToolLimit[] {
  const largest = new Map(a.map(({ toolName, tokens }) => [toolName, tokens]));
  for (const { toolName, tokens } of b) {
    largest.set(toolName, Math.max(largest.get(toolName) ?? 0, tokens));
  }
  return [...largest].map(([toolName, tokens]) => ({ toolName, tokens }));
}

/** A tool result over the limit for all tools. */
export const OVER_SHARE: StageReason = { rule: 'TOOL_RESULT_OVER_LIMIT', keptByRoom: true };
/** A tool result over the limit that a hint gives its tool. */
export const OVER_HINT: StageReason = { rule: 'TOOL_RESULT_OVER_HINT', keptByRoom: true };
/** A result of use once, which the model has answered. */
export const USED_UP: StageReason = { rule: 'RESULT_USED_UP' };
/** A tool result in one of the newest units, which crowds out the rest. */
export const CROWDS_OUT: StageReason = { rule: 'TOOL_RESULT_CROWDS_OUT', keptByRoom: true };
/** Arguments of a call in one of the newest units, likewise. */
export const LONG_ARGUMENTS: StageReason = { rule: 'CALL_ARGUMENTS_OVER_LIMIT', keptByRoom: true };
/** The first user message over its share. */
export const LONG_ANCHOR: StageReason = { rule: 'ANCHOR_OVER_SHARE', keptByRoom: true };
