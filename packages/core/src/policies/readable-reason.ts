import type { OverlayReason } from '../view/overlay-reason.ts';
import { isOverlayReason } from '../view/overlay-shape.ts';
import type { PolicyReason } from './eviction-policy.ts';

/** The rules of this library by which something leaves, or is sent shorter. */
const RULES_FOR = {
  leaving: [
    'TIER_OVER_BUDGET_OLDEST_FIRST',
    'OUTSIDE_WINDOW',
    'BETWEEN_HEAD_AND_TAIL',
    'LEAST_SALIENT',
    'REPLACED_BY_SUMMARY',
    'UNIT_SUPERSEDED',
    'COVERED_BY_NOTES',
    'POLICY_CHOSE',
    'STAGE_TOOK_OUT',
  ],
  trimming: [
    'TOOL_RESULT_OVER_LIMIT',
    'TOOL_RESULT_OVER_HINT',
    'TOOL_RESULT_CROWDS_OUT',
    'TEXT_OVER_LIMIT',
    'CALL_ARGUMENTS_OVER_LIMIT',
  ],
} as const;

/** Its rules that say something else, so that nothing may leave or be cut by them. */
const OTHER_RULES: readonly string[] = [
  'SYSTEM_PROTECTED',
  'TOOLS_COUNTED',
  'ANCHOR_PROTECTED',
  'ANCHOR_OVER_SHARE',
  'CURRENT_USER_OVER_ROOM',
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
  'LIVE_STATE_OF_RUN',
  'LIVE_NO_ROOM',
  'LIVE_OVER_SHARE',
  'LIVE_SECTION_FAILED',
  'ARCHIVE_SECTION',
];

/** Every rule of this library that a reason may name, or may not. */
export const RULES_OF_LIBRARY: readonly string[] = [
  ...RULES_FOR.leaving,
  ...RULES_FOR.trimming,
  ...OTHER_RULES,
];

const RULE_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A longer sentence is cut: it is stored with every compaction, and a person is to read it. */
const LONGEST_SENTENCE = 1_000;

type Given = PolicyReason & Pick<OverlayReason, 'decidedBy' | 'keeps'>;

/**
 * A reason that came from outside in a form that a store takes, a person can read, and that does not say
 * of something cut that it is sent. Its rule is that of `fallback` where it names none that fits;
 * `undefined` where nothing of it can be kept.
 */
export function readableReason(
  why: unknown,
  kind: keyof typeof RULES_FOR,
  fallback: { readonly rule: string; readonly decidedBy: string },
): (Given & Required<Pick<Given, 'rule'>>) | undefined {
  const { rule, decidedBy, numbers, sentence, remedy, keeps, keptByRoom } = Object(why) as Given;
  const known: readonly string[] = RULES_FOR[kind];
  const isOwn = typeof rule === 'string' && known.includes(rule);
  const isDeclared = RULE_NAME.test(String(rule)) && !RULES_OF_LIBRARY.includes(String(rule));
  const by = decidedBy ?? (isOwn ? undefined : fallback.decidedBy);
  const reason = {
    rule: isOwn || isDeclared ? String(rule) : fallback.rule,
    ...(by !== undefined && { decidedBy: by }),
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
