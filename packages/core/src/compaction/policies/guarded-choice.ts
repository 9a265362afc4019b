import { pickedInSteps, type Steps, TURNS_PER_STEP } from '../../ground/platform/steps.ts';
import { isOverlayReason } from '../../view/overlay-shape.ts';
import type { EvictionPolicy, LeavingUnit, PolicyInput, StageReason } from './eviction-policy.ts';

/**
 * A policy's answer, made safe [POL-7]: only units that exist and are not protected, each once, in
 * order. Units stay whole because a policy can name nothing smaller; what is no list names nothing.
 */
export function* choosingGuarded(
  policy: EvictionPolicy,
  input: PolicyInput,
): Steps<readonly LeavingUnit[]> {
  // Looked at first: a policy may write into what it is shown.
  const free = yield* pickedInSteps(input.units, (unit) => !unit.protected);
  const answer: unknown = policy.choose(input);
  if (answer instanceof Promise) {
    // Its own failure is nobody's to hear of any more.
    answer.catch(() => undefined);
    throw new TypeError(`The policy "${policy.name}" gave a promise; it has to answer at once`);
  }
  yield;
  const reasons = yield* reasonsIn(answer, policy.name);
  const chosen: LeavingUnit[] = [];
  for (const [index, unit] of free.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const why = reasons.get(unit.start);
    if (why) chosen.push({ start: unit.start, why });
  }
  return chosen;
}

/** By the start of a unit: the reason for which it leaves; the first one counts. */
function* reasonsIn(answer: unknown, policyName: string): Steps<ReadonlyMap<unknown, StageReason>> {
  const reasons = new Map<unknown, StageReason>();
  const known = new Map<unknown, StageReason>();
  const unexplained = { rule: 'POLICY_CHOSE', decidedBy: policyName };
  const choices: readonly unknown[] = Array.isArray(answer) ? answer : [];
  for (const [index, one] of choices.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { start, why } = Object(one) as { readonly start?: unknown; readonly why?: unknown };
    const place = typeof one === 'number' ? one : start;
    const reason = known.get(why) ?? readableReason(why, unexplained) ?? unexplained;
    known.set(why, reason);
    if (!reasons.has(place)) reasons.set(place, reason);
  }
  return reasons;
}

/** The rules of this library by which something leaves. */
const LEAVING_RULES: readonly string[] = [
  'TIER_OVER_BUDGET_OLDEST_FIRST',
  'OUTSIDE_WINDOW',
  'BETWEEN_HEAD_AND_TAIL',
  'COVERED_BY_NOTES',
  'POLICY_CHOSE',
];

/** Every rule of this library that a reason may name, or may not: nothing leaves by the rest. */
export const RULES_OF_LIBRARY: readonly string[] = [
  ...LEAVING_RULES,
  'TOOL_RESULT_OVER_LIMIT',
  'TOOL_RESULT_OVER_HINT',
  'TOOL_RESULT_CROWDS_OUT',
  'CALL_ARGUMENTS_OVER_LIMIT',
  'SYSTEM_PROTECTED',
  'TOOLS_COUNTED',
  'ANCHOR_PROTECTED',
  'ANCHOR_OVER_SHARE',
  'CURRENT_USER_PROTECTED',
  'NEWEST_UNIT_PROTECTED',
  'FITS',
  'RESULT_SUPERSEDED',
  'RESULT_NOT_LATEST',
  'RESULT_USED_UP',
  'OTHER_BRANCH',
  'REASON_NOT_RECORDED',
  'CONTEXT_REFUSED',
  'MISSING_RESULT_FILLED',
  'STRAY_RESULT_AS_TEXT',
  'STANDS_FOR_RANGES',
  'LIVE_STATE',
  'LIVE_NO_ROOM',
  'LIVE_OVER_SHARE',
  'LIVE_SECTION_FAILED',
  'ARCHIVE_SECTION',
];

const RULE_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A longer sentence is cut: it is stored with every compaction, and a person is to read it. */
const LONGEST_SENTENCE = 1_000;

/**
 * A reason that came from outside in a form that a store takes, a person can read, and that does not say
 * of something cut that it is sent. Its rule is that of `fallback` where it names none that fits;
 * `undefined` where nothing of it can be kept.
 */
export function readableReason(
  why: unknown,
  fallback: { readonly rule: string; readonly decidedBy: string },
): StageReason | undefined {
  const { rule, decidedBy, numbers, sentence, remedy, keeps, keptByRoom } = Object(
    why,
  ) as Partial<StageReason>;
  const isOwn = typeof rule === 'string' && LEAVING_RULES.includes(rule);
  const isDeclared = RULE_NAME.test(String(rule)) && !RULES_OF_LIBRARY.includes(String(rule));
  const reason = {
    rule: isOwn || isDeclared ? String(rule) : fallback.rule,
    decidedBy: decidedBy ?? fallback.decidedBy,
    ...(numbers && { numbers }),
    ...(sentence !== undefined && { sentence: shortened(sentence) }),
    ...(remedy !== undefined && { remedy: shortened(remedy) }),
    ...(keeps && { keeps }),
  };
  if (!isOverlayReason(reason)) return undefined;
  return { ...reason, ...(keptByRoom === true && { keptByRoom }) };
}

function shortened(text: string): string {
  const isLong = typeof text === 'string' && text.length > LONGEST_SENTENCE;
  return isLong ? `${text.slice(0, LONGEST_SENTENCE)}…` : text;
}
