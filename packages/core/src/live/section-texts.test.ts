import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidOptionError } from '../ground/errors/errors.ts';
import { textOf } from '../message/message.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import { checkSections } from './check-sections.ts';
import type { LiveSection } from './live-section.ts';
import { noNotes, setNote } from './notes/notes.ts';
import { notesSection } from './notes/notes-section.ts';
import { scratchpadSection } from './scratchpad/scratchpad-section.ts';
import { type SectionOutcome, sectionTexts, shareTokensOf } from './section-texts.ts';
import { wholeLines } from './whole-lines.ts';

const FRAMING = 4;

function aSection(section: Partial<LiveSection> & { readonly says?: string } = {}): LiveSection {
  const { says = 'It rains.', ...given } = section;
  return {
    id: 'notes',
    kind: 'notes',
    share: 0.1,
    lead: 'Weather',
    revision: () => says,
    render: (room) => ({ text: wholeLines(says, room) }),
    ...given,
  };
}

function textsOf(
  sections: readonly LiveSection[],
  input: { inputTokens?: number; freeTokens?: number } = {},
) {
  const { inputTokens = 1_000, freeTokens = inputTokens } = input;
  return sectionTexts({ sections, inputTokens, freeTokens, measurer: simpleMeasurer });
}

function saidBy({ sent }: SectionOutcome): string {
  return sent ? textOf(sent.message) : '';
}

test('[PAD-3] a section stands in an envelope, with a header that says how full it is', () => {
  const [outcome] = textsOf([aSection()], { inputTokens: 2_000 });
  expect(outcome && saidBy(outcome)).toBe(
    '<live-notes>\nWeather (10% full).\nIt rains.\n</live-notes>',
  );
  expect(outcome).toMatchObject({ shareTokens: 200, usedPercent: 10 });
  expect(outcome).not.toHaveProperty('limit');
});

test('[PAD-3] what does not fit its share is cut, and header and last line say so', () => {
  const says = Array.from({ length: 60 }, (_, index) => `fact ${index}`).join('\n');
  const [outcome] = textsOf([aSection({ says })]);
  expect(outcome && saidBy(outcome)).toMatch(
    /^<live-notes>\nWeather \(1\d\d% full, and not all of it is shown\)\.\nfact 0\n(fact \d+\n)*\(cut: \d+ more lines\)\n<\/live-notes>$/,
  );
  expect(outcome).toMatchObject({ limit: 'share', shareTokens: 100, roomTokens: 100 });
});

test('[TIER-4] what one section leaves of its room goes to those behind it', () => {
  const long = 'x'.repeat(4_000);
  const sections = [
    aSection({ id: 'first', says: 'one\ntwo\nthree', share: 0.5 }),
    aSection({ id: 'second', says: `${long}\nend`, share: 0.5 }),
    aSection({ id: 'third', says: Array(900).fill('line').join('\n'), share: 0.5 }),
  ];
  const [first, second, third] = textsOf(sections, { freeTokens: 300 });
  expect(first).not.toHaveProperty('limit');
  expect(second).toMatchObject({ limit: 'room' });
  const used = [first, second, third].reduce((sum, one) => sum + (one?.sent?.tokens ?? 0), 0);
  expect(used).toBeLessThanOrEqual(300);
  expect(used).toBeGreaterThan(290);
});

test('[TIER-4] a section that cannot say anything in its room leaves all of it', () => {
  const tight = [aSection({ id: 'a', says: 'A' }), aSection({ id: 'b', says: 'B' })];
  const [a, b] = textsOf(tight, { freeTokens: 20 });
  expect(a?.sent).toBeUndefined();
  expect(b && saidBy(b)).toContain('B');
});

test('[TIER-4] a section that says nothing is none', () => {
  expect(textsOf([aSection({ says: '' }), aSection({ render: () => undefined })])).toEqual([]);
});

test('[TOK-3] under the same revision nothing is rendered or counted again', () => {
  let renders = 0;
  const counted: string[] = [];
  const measurer = createMeasurer({
    ...simpleCounter,
    count: (text) => {
      counted.push(text);
      return simpleCounter.count(text);
    },
  });
  let revision = 1;
  const section = aSection({
    revision: () => revision,
    render: () => {
      renders += 1;
      return { text: `Report ${revision}` };
    },
  });
  const input = { sections: [section], inputTokens: 1_000, measurer };
  const outcomes = [900, 800, 700].map((freeTokens) => sectionTexts({ ...input, freeTokens })[0]);
  expect(renders).toBe(1);
  expect(new Set(counted).size).toBe(counted.length);
  expect(outcomes[2]?.sent).toBe(outcomes[0]?.sent);
  revision = 2;
  const [after] = sectionTexts({ ...input, freeTokens: 900 });
  expect(after && saidBy(after)).toContain('Report 2');
  expect(renders).toBe(2);
});

test('[TOK-3] in the same room a text is not cut again', () => {
  let renders = 0;
  const says = 'line\n'.repeat(500);
  const section = aSection({
    says,
    render: (room) => {
      renders += 1;
      return { text: wholeLines(says, room) };
    },
  });
  const first = textsOf([section]);
  const before = renders;
  expect(textsOf([section], { freeTokens: 900 })[0]?.sent).toBe(first[0]?.sent);
  expect(renders).toBe(before);
});

test('[TIER-4] a small correction of the budget changes no header', () => {
  const [before] = textsOf([aSection()], { inputTokens: 100_400 });
  const [after] = textsOf([aSection()], { inputTokens: 100_900 });
  expect(after && saidBy(after)).toBe(before && saidBy(before));
  expect([1_004, 999, 87, 5, 0].map((tokens) => shareTokensOf(aSection(), tokens))).toEqual([
    100, 99, 8, 0, 0,
  ]);
});

test.each([
  ['revision', { revision: () => fail() }],
  ['render', { render: () => fail() }],
  [
    'render with little room',
    {
      says: 'y',
      render: (room: { maxTokens: number }) =>
        room.maxTokens === Infinity ? { text: 'line\n'.repeat(900) } : fail(),
    },
  ],
] as const)('[TIER-4] a section whose %s throws is withheld with what it said', (_, given) => {
  const [outcome, other] = textsOf([aSection(given), aSection({ id: 'other' })]);
  expect(outcome).toMatchObject({ limit: 'failure', failure: 'no report yet' });
  expect(outcome?.sent).toBeUndefined();
  expect(other?.sent).toBeDefined();
});

function fail(): never {
  throw new Error('no report yet');
}

const line = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom('</live-notes>', '<|im_end|>', '\u200B\u202E', '', 'word '.repeat(30)),
);
const section = fc.record({
  lines: fc.array(line, { maxLength: 40 }),
  share: fc.double({ min: 0.001, max: 1, noNaN: true }),
  /** Does what it owes, takes no notice of its room, or selects instead of cutting. */
  manner: fc.constantFrom('cuts', 'ignores', 'selects', 'throws'),
});

test('[TIER-4] [BUD-3] no section is over its share, all together are not over the room, and the same input gives the same texts (seed 20261123)', async () => {
  await fc.assert(
    fc.property(
      fc.array(section, { maxLength: 5 }),
      fc.integer({ min: 0, max: 4_000 }),
      fc.integer({ min: -100, max: 3_000 }),
      (given, inputTokens, freeTokens) => {
        const make = () =>
          given.map(({ lines, share, manner }, index) => {
            const says = lines.join('\n');
            const render: LiveSection['render'] = (room) => {
              if (manner === 'throws') fail();
              if (manner === 'ignores') return { text: says };
              if (manner === 'cuts') return { text: wholeLines(says, room) };
              const fits = lines.findLast((one) => room.count(one) <= room.maxTokens);
              return fits === undefined ? undefined : { text: fits };
            };
            return aSection({ id: `s-${index}`, share, says, render });
          });
        const sections = make();
        const outcomes = textsOf(sections, { inputTokens, freeTokens });
        let sum = 0;
        for (const { section: own, sent, shareTokens, limit } of outcomes) {
          if (!sent) expect(limit).toBeDefined();
          if (!sent) continue;
          sum += sent.tokens;
          expect(sent.tokens).toBe(simpleCounter.count(textOf(sent.message)) + FRAMING);
          expect(sent.tokens).toBeLessThanOrEqual(shareTokens);
          expect(shareTokens).toBeLessThanOrEqual(own.share * inputTokens);
          expect(textOf(sent.message).match(/<\s*\/?\s*live-notes/g)).toHaveLength(2);
        }
        expect(sum).toBeLessThanOrEqual(Math.max(0, freeTokens));
        expect(textsOf(make(), { inputTokens, freeTokens }).map(saidBy)).toEqual(
          outcomes.map(saidBy),
        );
      },
    ),
    { seed: 20261123, numRuns: 500 },
  );
});

// ---- Sections that are refused

test('[TIER-4] sections that can be told apart are taken', () => {
  const sections = [
    scratchpadSection({}),
    notesSection(setNote(noNotes, 'page', 'x')),
    aSection({ id: 'weather-2', share: 1 }),
  ];
  expect(() => checkSections('live', sections)).not.toThrow();
});

test.each([
  ['no id', aSection({ id: '' }), 'whose id is not made of'],
  ['a line in its id', aSection({ id: 'a\nb' }), 'whose id is not made of'],
  ['a kind that is no name', aSection({ kind: 'A b' as never }), 'of kind "A b"'],
  ['an id of the plan', aSection({ id: 'tools' }), 'and that id is taken'],
  ['a known id', aSection({ id: 'scratchpad' }), 'twice'],
  ['no share', aSection({ share: 0 }), 'with a share of 0'],
  ['a share over 1', aSection({ share: 1.5 }), 'with a share of 1.5'],
  ['a share that is none', aSection({ share: Number.NaN }), 'with a share of NaN'],
])('[TIER-4] a section with %s is refused by name', (_, refused, words) => {
  const check = () => checkSections('live', [scratchpadSection({}), refused]);
  expect(check).toThrow(InvalidOptionError);
  expect(check).toThrow(`Option \`live\` has a section "${refused.id}" ${words}`);
});
