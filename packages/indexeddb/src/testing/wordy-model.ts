import type { ExtractionModel } from '@agent-memory/long-term/extraction';

/** Two statements of the user, so that a tab can end between their records. */
export const SAID = 'Tea, please: green tea is what I prefer. And in the town of Lyon I live.';

/** A model that finds both, each time in other words. */
export function wordyModel(onAsked?: () => Promise<void>): ExtractionModel {
  let asked = 0;
  return {
    name: 'wordy',
    async chat() {
      asked += 1;
      await onAsked?.();
      const isFirst = asked === 1;
      const memories = [
        {
          type: 'user',
          kind: 'preference',
          nature: 'statement',
          text: isFirst ? 'The user prefers green tea.' : 'Green tea is preferred.',
          quote: 'green tea is what I prefer',
        },
        {
          type: 'user',
          kind: 'fact',
          nature: 'statement',
          text: isFirst
            ? 'The user lives in the town of Lyon.'
            : 'In the town of Lyon the user lives.',
          quote: 'in the town of Lyon I live',
        },
      ];
      return { text: JSON.stringify({ memories }) };
    },
  };
}
