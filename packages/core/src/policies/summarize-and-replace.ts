import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type EvictionPolicy, type MeasuredUnit, reasoned } from './eviction-policy.ts';
import { wholeFigure } from './figures.ts';
import { unitsAheadOfMessages, unitsAheadOfTokens } from './tail.ts';

/** The tail that stays: by tokens or by messages, or neither. */
export type SummarizeAndReplaceOptions =
  | {
      /** The newest units stay that fit into this many tokens together, 0 or more. */
      readonly keepTokens?: number;
      readonly keepMessages?: never;
    }
  | {
      readonly keepTokens?: never;
      /** The newest messages that stay, 0 or more; units stay whole. */
      readonly keepMessages?: number;
    };

const OPTIONS = {
  keepTokens: true,
  keepMessages: true,
} as const satisfies KnownNames<SummarizeAndReplaceOptions>;

/**
 * Everything but a tail leaves at once, and one summary stands for it [POL-5]. Without options only
 * what every policy keeps stays: the protected part, and the tail that a compaction keeps.
 *
 * It acts when tokens have to leave and not before, and then frees as much as it can: the next
 * compaction is far off, which suits a summariser that is slow or dear.
 *
 * @example summarizeAndReplace({ keepMessages: 6 })
 * @throws InvalidOptionError if both are given, or one is no whole number, 0 or more.
 */
export function summarizeAndReplace(options: SummarizeAndReplaceOptions = {}): EvictionPolicy {
  refuseUnknown(options, OPTIONS, 'summarizeAndReplace');
  const { keepTokens, keepMessages } = options;
  if (keepTokens !== undefined && keepMessages !== undefined) {
    throw new InvalidOptionError(
      'summarizeAndReplace',
      'takes `keepTokens` or `keepMessages`, not both: each says where the tail begins.',
    );
  }
  if (keepTokens !== undefined) {
    const tokens = wholeFigure('summarizeAndReplace.keepTokens', keepTokens, 0, 'tokens');
    return replacing(`${tokens} tokens`, { keptTokens: tokens }, (units) =>
      unitsAheadOfTokens(units, tokens),
    );
  }
  if (keepMessages !== undefined) {
    const messages = wholeFigure('summarizeAndReplace.keepMessages', keepMessages, 0, 'messages');
    return replacing(`${messages} messages`, { keptMessages: messages }, (units) =>
      unitsAheadOfMessages(units, messages),
    );
  }
  return replacing('', {}, (units) => units);
}

function replacing(
  kept: string,
  numbers: Readonly<Record<string, number>>,
  aheadOfTail: (units: readonly MeasuredUnit[]) => readonly MeasuredUnit[],
): EvictionPolicy {
  const why = { rule: 'REPLACED_BY_SUMMARY', numbers, keptByRoom: true };
  return reasoned({
    name: kept === '' ? 'summarize-and-replace' : `summarize-and-replace(${kept})`,
    windows: [],
    chooseWithReasons({ units, excessTokens }) {
      if (excessTokens <= 0) return [];
      return aheadOfTail(units)
        .filter((unit) => !unit.protected)
        .map(({ start }) => ({ start, why }));
    },
  });
}
