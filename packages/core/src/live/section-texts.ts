import { enveloped } from '../ground/envelope/envelope.ts';
import { errorText } from '../ground/errors/error-text.ts';
import type { Message } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { EVERYTHING, type LivePart, type LiveSection } from './live-section.ts';
import { renderedText, wholeLines } from './whole-lines.ts';

/** The tokens of a message around live text, at most. */
const FRAMING_TOKENS = 4;

/** From here on a header says that not all can be read. */
const OVER_FULL = 101;

/** The sections of the live tier, and the room that they have to fit into. */
export interface LiveTierInput {
  /** In the order in which they are sent. */
  readonly sections: readonly LiveSection[];
  /** The input budget; shares are parts of it. */
  readonly inputTokens: number;
  /** The tokens that it has left for the live tier; may be negative. */
  readonly freeTokens: number;
  readonly measurer: Measurer;
  /** The tier whose name their envelopes have. Default: `live`. */
  readonly tier?: 'archive';
}

/** A part of a section, with the tokens of its words in their place. */
export interface CountedPart extends Omit<LivePart, 'text'> {
  readonly tokens: number;
}

/** The figures of a section, in tokens unless said otherwise. */
interface SectionFigures {
  readonly section: LiveSection;
  /** All that it has to say, in its envelope. */
  readonly wholeTokens: number;
  /** The most that its share allows. */
  readonly shareTokens: number;
  /** How much of its share it would fill, as its header says. */
  readonly usedPercent: number;
  readonly parts?: readonly CountedPart[];
}

/** A section that has something to say, and what becomes of it. */
export interface SectionOutcome extends SectionFigures {
  /** The part of its share that the other sections and the rest of the context leave it. */
  readonly roomTokens: number;
  /** Why it is not sent whole; absent where it is. */
  readonly limit?: 'share' | 'room' | 'failure';
  /** Absent where it is withheld. */
  readonly sent?: SentText;
  /** The message of its error. */
  readonly failure?: string;
}

/** Live text as it goes out. */
export interface SentText {
  readonly message: Message;
  readonly tokens: number;
  /** Those of a text that was made for less room than it wanted. */
  readonly parts?: readonly CountedPart[];
}

/**
 * The texts of the live tier. A section is held to its share first; where all together do not fit,
 * room is divided (`nextRoom`) in the order of the sections, and what one leaves goes to those behind
 * it. Sections with nothing to say are left out. What is known of a section under the same revision is
 * neither rendered nor counted again.
 */
export function sectionTexts(input: LiveTierInput): readonly SectionOutcome[] {
  const known = input.sections
    .map((section) => attempt(section, () => knownOf(section, input)))
    .filter((one) => one.wholeTokens > 0 || isFailed(one));
  const asked = known.map(({ wholeTokens, shareTokens, section }) => ({
    wantedTokens: Math.min(wholeTokens, shareTokens),
    share: section.share,
  }));
  let left = input.freeTokens;
  return known.map((one, index) => {
    const roomTokens = nextRoom(asked.slice(index), left);
    const outcome = isFailed(one)
      ? one
      : attempt(one.section, () => outcomeOf(one, roomTokens, input.measurer));
    left -= outcome.sent?.tokens ?? 0;
    return outcome;
  });
}

/** The most that a section may fill: two leading digits, so that small corrections of the budget change no header. */
export function shareTokensOf({ share }: LiveSection, inputTokens: number): number {
  const exact = Math.max(0, Math.floor(share * inputTokens));
  const unit = 10 ** Math.max(0, String(exact).length - 2);
  return Math.floor(exact / unit) * unit;
}

/** Sections may be anyone's code. */
function attempt<Outcome>(section: LiveSection, act: () => Outcome): Outcome | SectionOutcome {
  try {
    return act();
  } catch (error) {
    const figures = { wholeTokens: 0, shareTokens: 0, usedPercent: 0, roomTokens: 0 };
    return { ...figures, section, limit: 'failure', failure: errorText(error) };
  }
}

function isFailed(one: KnownSection | SectionOutcome): one is SectionOutcome {
  return 'failure' in one;
}

/** All there is to know of a section as it stands, under one measurer and one share. */
interface KnownSection extends SectionFigures {
  readonly revision: unknown;
  readonly measurer: Measurer;
  readonly tier: string;
  readonly text: string;
  /** Tokens of its bare text. */
  readonly textTokens: number;
  /** Absent where it is over its share. */
  readonly whole?: SentText;
}

const lastKnown = new WeakMap<LiveSection, KnownSection>();
const lastOutcome = new WeakMap<KnownSection, SectionOutcome>();

function knownOf(section: LiveSection, input: LiveTierInput): KnownSection {
  const { inputTokens, measurer, tier = 'live' } = input;
  const shareTokens = shareTokensOf(section, inputTokens);
  const revision = section.revision();
  const last = lastKnown.get(section);
  const isSame =
    last?.shareTokens === shareTokens &&
    last.measurer === measurer &&
    Object.is(last.revision, revision);
  if (isSame) return last;
  const known = { revision, measurer, ...readSection(section, shareTokens, measurer, tier) };
  lastKnown.set(section, known);
  return known;
}

function readSection(section: LiveSection, shareTokens: number, measurer: Measurer, tier: string) {
  const { text = '', parts } = renderedText(section, EVERYTHING) ?? {};
  const textTokens = text && measurer.text(text);
  const known = {
    section,
    tier,
    shareTokens,
    text,
    textTokens: textTokens || 0,
    ...(parts && { parts: counted(parts, measurer) }),
  };
  if (text === '') return { ...known, wholeTokens: 0, usedPercent: 0 };
  const estimate = known.textTokens + frameTokensOf(known, 100, measurer);
  const usedPercent = Math.ceil((100 * estimate) / Math.max(1, shareTokens));
  if (usedPercent >= OVER_FULL) return { ...known, wholeTokens: estimate, usedPercent };
  const whole = sentText(envelopeOf(known, usedPercent, text), measurer);
  // Joined, the pieces can count a little more than each alone.
  return whole.tokens <= shareTokens
    ? { ...known, wholeTokens: whole.tokens, usedPercent, whole }
    : { ...known, wholeTokens: whole.tokens, usedPercent: OVER_FULL };
}

/** In the same room it is the same. */
function outcomeOf(known: KnownSection, roomTokens: number, measurer: Measurer): SectionOutcome {
  const last = lastOutcome.get(known);
  if (last?.roomTokens === roomTokens) return last;
  const { section, wholeTokens, shareTokens, usedPercent, whole } = known;
  const figures = { section, wholeTokens, shareTokens, usedPercent, roomTokens };
  const isWhole = whole && whole.tokens <= roomTokens;
  const sent = isWhole ? whole : cutTo(roomTokens, known, measurer);
  const limit = roomTokens < Math.min(wholeTokens, shareTokens) ? 'room' : 'share';
  const parts = sent?.parts ?? known.parts;
  const outcome = {
    ...figures,
    ...(!isWhole && ({ limit } as const)),
    ...(sent && { sent }),
    ...(sent && parts && { parts }),
  };
  lastOutcome.set(known, outcome);
  return outcome;
}

/** As much of a section as fits; what is known of the whole is not counted again. */
function cutTo(roomTokens: number, known: KnownSection, measurer: Measurer): SentText | undefined {
  const { section, usedPercent, text: all, textTokens } = known;
  const counts = new Map([[all, textTokens]]);
  const count = (text: string) => {
    const tokens = counts.get(text) ?? measurer.text(text);
    counts.set(text, tokens);
    return tokens;
  };
  let maxTokens = roomTokens - frameTokensOf(known, usedPercent, measurer);
  while (maxTokens > 0) {
    const room = { maxTokens, count };
    const rendered = renderedText(section, room);
    const text = wholeLines(rendered?.text ?? '', room);
    if (text === '') return undefined;
    const sent = sentText(envelopeOf(known, usedPercent, text), measurer);
    const parts = rendered?.parts;
    if (sent.tokens <= roomTokens) {
      return parts ? { ...sent, parts: counted(parts, measurer) } : sent;
    }
    maxTokens -= sent.tokens - roomTokens;
  }
  return undefined;
}

function counted(parts: readonly LivePart[], measurer: Measurer): readonly CountedPart[] {
  return parts.map(({ text, ...part }) => ({ ...part, tokens: text ? measurer.text(text) : 0 }));
}

type Framed = Pick<KnownSection, 'section' | 'tier'>;

function envelopeOf({ section, tier }: Framed, usedPercent: number, text: string): string {
  const { kind, lead } = section;
  const isOver = usedPercent >= OVER_FULL;
  const used = `${usedPercent}% full${isOver ? ', and not all of it is shown' : ''}`;
  return enveloped(`${tier}-${kind}`, `${lead} (${used}).\n${text}`);
}

/** The tokens that a text of a section takes in its envelope; 0 for none. */
export function tokensInEnvelope(
  section: LiveSection,
  text: string,
  count: (text: string) => number,
): number {
  if (text === '') return 0;
  return count(envelopeOf({ section, tier: 'live' }, 100, text)) + FRAMING_TOKENS;
}

/** Tokens of all that stands around a section's own text. */
function frameTokensOf(framed: Framed, usedPercent: number, measurer: Measurer): number {
  return sentText(envelopeOf(framed, usedPercent, ''), measurer).tokens;
}

function sentText(text: string, measurer: Measurer): SentText {
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
  return { message, tokens: measurer.text(text) + FRAMING_TOKENS };
}

/** The room that one section asks for. */
export interface RoomAsked {
  /** Already within its share. */
  readonly wantedTokens: number;
  /** Its weight where there is too little for all. */
  readonly share: number;
}

/**
 * Gives the room for the first of the sections that still have none. Where there is enough, each gets
 * what it wants. Where there is not, each gets room in proportion to its share, but no more than it
 * wants; what that leaves goes to the others in the same proportion. Asked for one section after
 * another, with what the ones ahead did not use, it divides all of the room.
 */
export function nextRoom(asked: readonly RoomAsked[], leftTokens: number): number {
  const [first] = asked;
  if (!first) return 0;
  let left = Math.max(0, leftTokens);
  let shares = asked.reduce((sum, { share }) => sum + share, 0);
  const fairOf = (share: number) => Math.floor((left * share) / shares + ROUNDING);
  const leastEagerFirst = asked.toSorted(
    (a, b) => a.wantedTokens / a.share - b.wantedTokens / b.share,
  );
  for (const { wantedTokens, share } of leastEagerFirst) {
    if (wantedTokens > fairOf(share)) return Math.min(first.wantedTokens, fairOf(first.share));
    left -= wantedTokens;
    shares -= share;
  }
  return first.wantedTokens;
}

/** A quotient that falls short of a whole number by less than this is that number. */
const ROUNDING = 1e-6;
