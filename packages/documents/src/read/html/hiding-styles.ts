import type { Steps } from '@agent-memory/core/internal';
import { withoutComments } from '../without-comments.ts';
import { type Effect, type Effects, effectsOf } from './declarations.ts';
import type { LightNode } from './light-tree.ts';
import { refuseLongStyles } from './parse-page.ts';

/** A `style` element. */
export interface StyleSheet {
  readonly text: string;
  readonly media?: string;
}

/** Conditions that hold for anyone who looks at the page. */
const ALWAYS = /^\s*(?:(?:all|screen|only screen)\s*)?$/iu;
const PRINT = /^\s*(?:only\s+)?print\b/iu;
/** The signs that divide a sheet; those in quotes divide nothing. */
const MARKS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{};]/gu;
const COMPOUND = /^(?:[a-z][\w-]*|\*)?(?:[.#](?:[\w-]|[^\0-\x7f]|\\.)+)*$/iu;
const PARTS = /[.#]?(?:[\w-]|[^\0-\x7f]|\\.)+/gu;
/** States, attributes and positions; a backslash ahead makes them a part of a name. */
const CONDITIONS = /(?<!\\)(?::[\w-]+(?:\([^)]*\))?|\[[^\]]*\])/gu;
const PSEUDO_ELEMENT = /(?<!\\):(?::|before\b|after\b)/iu;
const COMBINATORS = /\s*[\s>+~]\s*/u;

/** A longer selector is not read, and of more compound ones that end alike none: neither may stall the page. */
const LONGEST_SELECTOR = 500;
const MOST_COMPOUND = 100;
/** More than there are rules: their order counts among selectors that weigh the same. */
const WEIGHT = 10_000_000;

/** `gone`: with all that is in it. `invisible`, `visible`: up to an element within that says otherwise. */
export type Sight = 'gone' | 'invisible' | 'visible' | 'as-around';

/** An effect, and what it weighs against others on its property. */
interface Weighed extends Effect {
  readonly weight: number;
}

/** The rules for elements that have all of these parts, as one. */
interface Rule {
  /** Names of a tag, `.class` or `#id`. */
  readonly parts: readonly string[];
  readonly effects: Map<string, Weighed>;
}

/**
 * The elements that the style sheets of a page take out of sight. Only a rule that holds everywhere and always, over a
 * selector without relations and states, hides. A rule that may show what another one hides lifts it: a text
 * that some readers see is not left out.
 */
export class HidingStyles {
  readonly #byPart = new Map<string, Map<string, Rule>>();
  /** Parts whose hiding by a property is lifted somewhere. */
  readonly #lifted = new Set<string>();
  #hidesAny = false;
  #rules = 0;

  /** Looks through the `style` elements of a page. @throws RefusedDocument if they are too long for that. */
  static *of(sheets: readonly StyleSheet[]): Steps<HidingStyles> {
    const styles = new HidingStyles();
    refuseLongStyles(sheets.reduce((sum, { text }) => sum + text.length, 0));
    for (const { text, media = '' } of sheets) {
      if (!PRINT.test(media)) yield* styles.#read(text, ALWAYS.test(media));
    }
    return styles;
  }

  /**
   * The sight of an element, with the style of its own, which comes before that of sheets. Of what hides, only
   * `visibility` is taken back by an element within.
   */
  sightOf({ name, attributes }: LightNode, own: Effects): Sight {
    const winners = new Map<string, Weighed>();
    if (this.#hidesAny) {
      const has = partsOf(name, attributes);
      for (const part of has) {
        for (const { parts, effects } of this.#byPart.get(part)?.values() ?? []) {
          if (!parts.every((one) => has.has(one))) continue;
          for (const [property, effect] of effects) {
            if (!(effect.hides && this.#isLifted(property, parts))) take(winners, property, effect);
          }
        }
      }
    }
    for (const [property, effect] of own) {
      take(winners, property, { ...effect, weight: Number.MAX_VALUE });
    }
    const visibility = winners.get('visibility');
    winners.delete('visibility');
    if ([...winners.values()].some(({ hides }) => hides)) return 'gone';
    if (visibility === undefined || visibility.inherits) return 'as-around';
    return visibility.hides ? 'invisible' : 'visible';
  }

  #isLifted(property: string, parts: readonly string[]): boolean {
    return parts.some((part) => this.#lifted.has(`${property} ${part}`));
  }

  *#read(sheet: string, isAlways: boolean): Steps<void> {
    const text = withoutComments(sheet, '/*', '*/');
    const open: { readonly selector: string; readonly isAlways: boolean; isRule: boolean }[] = [];
    let start = 0;
    let skipped = 0;
    let declarations = '';
    for (const mark of text.matchAll(MARKS)) {
      const [sign] = mark;
      if (sign.length > 1) continue;
      yield;
      const ahead = text.slice(start, mark.index).trim();
      const inner = open.at(-1);
      start = mark.index + 1;
      if (sign === '{') {
        const isAt = ahead.startsWith('@');
        const media = /^@media\b(.*)$/isu.exec(ahead)?.[1];
        const holds = (inner?.isAlways ?? isAlways) && inner?.isRule !== true;
        if (skipped > 0 || /^@(?:-\w+-)?keyframes/iu.test(ahead) || PRINT.test(media ?? ''))
          skipped += 1;
        else if (isAt) {
          open.push({ selector: '', isAlways: holds && ALWAYS.test(media ?? '-'), isRule: false });
        } else open.push({ selector: ahead, isAlways: holds, isRule: true });
        declarations = '';
      } else if (skipped > 0) {
        if (sign === '}') skipped -= 1;
      } else {
        declarations += `${ahead};`;
        if (sign === '}') {
          open.pop();
          if (inner?.isRule) this.#add(inner.selector, declarations, inner.isAlways);
          declarations = '';
        }
      }
    }
    // The last rule of a sheet may be left open.
    const last = open.at(-1);
    if (last?.isRule && skipped === 0) {
      this.#add(last.selector, declarations + text.slice(start), last.isAlways);
    }
  }

  #add(selectors: string, declarations: string, isAlways: boolean): void {
    const effects = effectsOf(declarations);
    if (effects.size === 0) return;
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      if (selector.length > LONGEST_SELECTOR || PSEUDO_ELEMENT.test(selector)) continue;
      const bare = selector.replaceAll(CONDITIONS, '');
      const subject = bare.split(COMBINATORS).at(-1) ?? '';
      if (subject === '' || !COMPOUND.test(subject)) continue;
      const parts = (subject.match(PARTS) ?? []).map(unescaped).sort();
      const isPlain = isAlways && subject === selector;
      const showing = shown(effects);
      this.#put(parts, isPlain ? effects : showing);
      if (isPlain && parts.length === 1) continue;
      for (const property of showing.keys()) {
        for (const part of parts) this.#lifted.add(`${property} ${part}`);
      }
    }
  }

  #put(parts: readonly string[], effects: Effects): void {
    const [first] = parts;
    if (first === undefined) return;
    const rules = this.#byPart.get(first) ?? new Map<string, Rule>();
    this.#byPart.set(first, rules);
    const key = parts.join(' ');
    const rule = rules.get(key) ?? { parts, effects: new Map() };
    if (rules.size > MOST_COMPOUND && parts.length > 1) return;
    rules.set(key, rule);
    this.#rules += 1;
    const weight = weightOf(parts) * WEIGHT + this.#rules;
    for (const [property, effect] of effects) {
      take(rule.effects, property, { ...effect, weight });
      this.#hidesAny ||= effect.hides;
    }
  }
}

/** The heavier effect on a property counts, and an important one before others. */
function take(winners: Map<string, Weighed>, property: string, effect: Weighed): void {
  const before = winners.get(property);
  const isStronger =
    before === undefined ||
    (before.isImportant === effect.isImportant
      ? before.weight <= effect.weight
      : effect.isImportant);
  if (isStronger) winners.set(property, effect);
}

/** The elements that a rule shows; whatever it weighs, it counts before rules that hide. */
function shown(effects: Effects): Effects {
  const showing = [...effects].filter(([, { hides }]) => !hides);
  return new Map(showing.map(([property, effect]) => [property, { ...effect, isImportant: true }]));
}

/** The parts of selectors that an element has. */
function partsOf(name: string, attributes: LightNode['attributes']): ReadonlySet<string> {
  const parts = new Set([name]);
  for (const { name: attribute, value } of attributes) {
    if (attribute === 'id') parts.add(`#${value}`);
    if (attribute !== 'class') continue;
    for (const one of value.split(/\s+/u)) parts.add(`.${one}`);
  }
  return parts;
}

function unescaped(part: string): string {
  const name = part.replaceAll(/\\(.)/gu, '$1');
  return /^[.#]/u.test(name) ? name : name.toLowerCase();
}

/** An id weighs more than any classes, a class more than a tag. */
function weightOf(parts: readonly string[]): number {
  const weights = parts.map((part) =>
    part.startsWith('#') ? 10_000 : part.startsWith('.') ? 100 : 1,
  );
  return weights.reduce((sum, weight) => sum + weight, 0);
}
