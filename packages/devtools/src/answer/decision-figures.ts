import type { Decision } from '@agent-memory/core';
import { formatNumber, formatShare, formatWhole, wordsOfCode } from '../words/format.ts';

/** One figure behind a decision, ready to read. */
interface NamedFigure {
  /** The name in the decision; unlike the readable one it is unique. */
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** Units as they end a name, and how a figure of that unit reads. */
const UNITS: Readonly<Record<string, (value: number) => string>> = {
  tokens: (value) => `${formatWhole(value)} tokens`,
  characters: (value) => `${formatWhole(value)} characters`,
  messages: (value) => `${formatWhole(value)} messages`,
  entries: (value) => `${formatWhole(value)} messages`,
  ms: (value) => `${formatNumber(value)} ms`,
  share: (value) => formatShare(value),
  seq: (value) => `#${value}`,
};

/** The figures of a decision: tokens first, then those behind its rule, in the rule's order. */
export function decisionFigures(decision: Decision): readonly NamedFigure[] {
  const { raw, sent, source } = decision.tokens;
  const figures: readonly NamedFigure[] = [
    { key: 'raw', name: 'original', value: `${formatWhole(raw)} tokens, ${source}` },
    { key: 'sent', name: 'sent', value: `${formatWhole(sent)} tokens, ${source}` },
  ];
  return toldApart([...figures, ...namedFigures(decision.numbers)]);
}

/** Figures of a rule, ready to read, in its order. */
function namedFigures(numbers: Decision['numbers']): readonly NamedFigure[] {
  return toldApart(Object.entries(numbers).map(([name, value]) => namedFigure(name, value)));
}

function toldApart(figures: readonly NamedFigure[]): readonly NamedFigure[] {
  return figures.map((figure) => (isNamedOnce(figures, figure) ? figure : withUnitInName(figure)));
}

function isNamedOnce(figures: readonly NamedFigure[], { name }: NamedFigure): boolean {
  return figures.filter((figure) => figure.name === name).length === 1;
}

/** Two figures of one subject are told apart by their units: `covered messages`, `covered tokens`. */
function withUnitInName(figure: NamedFigure): NamedFigure {
  return { ...figure, name: wordsOfCode(figure.key) };
}

/** `highTokens: 8000` reads `high — 8,000 tokens`. */
function namedFigure(name: string, value: number): NamedFigure {
  const words = wordsOfCode(name).split(' ');
  const unit = words.at(-1) ?? '';
  const format = UNITS[unit];
  if (!format) return { key: name, name: words.join(' '), value: formatNumber(value) };
  const subject = words.length > 1 ? words.slice(0, -1) : words;
  return { key: name, name: subject.join(' '), value: format(value) };
}
