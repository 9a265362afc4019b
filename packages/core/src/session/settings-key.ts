import type { SessionSettings } from './snapshot.ts';

/** Names the settings under which overlays hold; overlays of another key are derived anew [CMP-8]. */
export function settingsKey({ budget, policy, rules, encoding }: SessionSettings): string {
  const { stages, limits, toolHints } = rules;
  const pipeline = stages ? stages.map(({ name }) => name).join('>') : 'default';
  const { inputTokens, highTokens, lowTokens } = budget;
  const figures = `${inputTokens}/${highTokens}/${lowTokens}`;
  return [figures, policy.name, encoding, pipeline, text(limits), text(toolHints)].join('|');
}

function text(options: object): string {
  return Object.keys(options).length === 0 ? '' : JSON.stringify(options);
}
