import type { CheckedDraft } from './memory-draft.ts';
import { type Refusal, RULE_OF_NATURE } from './refusal.ts';
import { type AllowedNature, WRITE_POLICY } from './write-policy.ts';

const REASON =
  /\b(?:because|since|so that|in order to|due to|as it|reason|rationale|weil|damit|denn|parce que|porque|потому|чтобы)\b|因为|为了|ので|ため/iu;

/** The natures that the caller of a memory allows beyond the table. */
export type Allowed = ReadonlySet<AllowedNature>;

/** The table's refusal of a draft; `undefined`: it may be kept [LTM-3]. */
export function refusalByPolicy(draft: CheckedDraft, allowed: Allowed): Refusal | undefined {
  return refusalOfNature(draft, allowed) ?? refusalOfKind(draft);
}

function refusalOfNature({ nature }: CheckedDraft, allowed: Allowed): Refusal | undefined {
  const { verdict, criterion } = WRITE_POLICY.natures[nature];
  if (verdict === 'stored' || (isAllowable(nature) && allowed.has(nature))) return undefined;
  const remedy = isAllowable(nature) ? `Make the memory with \`allow: ['${nature}']\`.` : undefined;
  return {
    rule: RULE_OF_NATURE[nature] ?? 'INVALID_FIELD',
    sentence: `This is a ${nature.replace('-', ' ')}, which is not kept: ${criterion}.`,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

function isAllowable(nature: string): nature is AllowedNature {
  return nature === 'status' || nature === 'tool-readable';
}

function refusalOfKind(draft: CheckedDraft): Refusal | undefined {
  if (draft.kind === 'decision' && draft.reason === undefined && !REASON.test(draft.text)) {
    return {
      rule: 'NO_REASON',
      sentence: 'A decision is kept with its reason, and this one gives none.',
      remedy: 'Say why in the text, or in `reason`.',
    };
  }
  if (draft.kind === 'identifier' && draft.value === undefined) {
    return {
      rule: 'NO_VALUE',
      sentence: 'An identifier is an exact value, and this draft has no `value`.',
      remedy:
        draft.supersedes === undefined
          ? 'Give the value as it has to be used later.'
          : 'Write the new value in the place of the old one in the same text, or call `update` with `text`, `value` and `source`.',
    };
  }
  return undefined;
}
