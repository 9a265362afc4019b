import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { EntryOverlay, Overlays } from '../compaction/overlay.ts';
import { SessionFileError } from '../errors/session-errors.ts';
import { isPlainObject } from '../message/plain-object.ts';
import type { Entry } from '../transcript/entry.ts';

/** A session as a file has it: overlays of entries as a list, messages not looked at yet. */
export interface FiledSession {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly title?: string;
  readonly system?: string;
  readonly entries: readonly (Omit<Entry, 'message'> & { readonly message: unknown })[];
  readonly headId?: string | null;
  readonly overlays: Omit<Overlays, 'entries'> & { readonly entries: readonly EntryOverlay[] };
  readonly settingsKey: string;
  readonly scratchpad?: unknown;
  readonly compactions: readonly CompactionRecord[];
}

/** Refuses a value that is not of its kind. */
type Check = (value: unknown, field: string) => void;

function refuse(field: string, problem: string): never {
  throw new SessionFileError(field.replace(/^file\./, ''), problem);
}

function check(isRight: (value: unknown) => boolean, problem: string): Check {
  return (value, field) => {
    if (!isRight(value)) refuse(field, value === undefined ? 'is missing' : problem);
  };
}

function optional(inner: Check): Check {
  return (value, field) => {
    if (value !== undefined) inner(value, field);
  };
}

/** The fields that are named; others are nobody's business and stay. */
function fields(form: Readonly<Record<string, Check>>): Check {
  return (value, field) => {
    if (!isPlainObject(value))
      return refuse(field, value === undefined ? 'is missing' : 'must be an object');
    for (const [name, inner] of Object.entries(form)) {
      inner(Object.hasOwn(value, name) ? value[name] : undefined, `${field}.${name}`);
    }
  };
}

function list(inner: Check): Check {
  return (value, field) => {
    if (!Array.isArray(value))
      return refuse(field, value === undefined ? 'is missing' : 'must be a list');
    for (const [index, item] of value.entries()) inner(item, `${field}.${index}`);
  };
}

const isText = (value: unknown) => typeof value === 'string';
const isFigure = (value: unknown) => Number.isFinite(value);

const text = check(isText, 'must be text');
const name = check((value) => isText(value) && value !== '', 'must be text that is not empty');
const flag = check((value) => typeof value === 'boolean', 'must be true or false');
const figure = check(isFigure, 'must be a number');
const amount = check(
  (value) => isFigure(value) && Number(value) >= 0 && Number(value) <= Number.MAX_SAFE_INTEGER,
  'must be a number from 0 to 2^53 - 1',
);
/** The end of year 9999, the last that dates of four digits can say. */
const LAST_MS = 253_402_300_799_999;
const time = check(
  (value) => isFigure(value) && Number(value) >= 0 && Number(value) <= LAST_MS,
  'must be milliseconds since 1970, not behind the year 9999',
);
const whole = check(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'must be a whole number from 0',
);
const place = check(
  (value) => Number.isSafeInteger(value) && Number(value) >= -1,
  'must be a whole number from -1',
);
const nameOrNull = check(
  (value) => value === null || (isText(value) && value !== ''),
  'must be an id, or null',
);
const oneOf = (...words: readonly string[]) =>
  check(
    (value) => isText(value) && words.includes(value as string),
    `must be one of ${words.join(', ')}`,
  );
const anything: Check = () => undefined;

const entry = fields({
  id: name,
  seq: whole,
  position: optional(whole),
  parentId: nameOrNull,
  createdAtMs: time,
  unitStart: whole,
  message: anything,
  tokens: fields({
    value: amount,
    source: oneOf('estimated', 'counted', 'provider'),
    encoding: text,
  }),
});

const span = { fromSeq: whole, toSeq: whole };
const overlayBase = { seq: whole, compactionId: text };
const limited = { ...overlayBase, limitTokens: amount };
const OVERLAY_FORMS: Readonly<Record<EntryOverlay['kind'], Check>> = {
  trimmed: fields({
    ...limited,
    trims: list(fields({ partIndex: whole, headCharacters: whole, tailCharacters: whole })),
  }),
  'shortened-calls': fields({
    ...limited,
    calls: list(fields({ partIndex: whole, maxCharacters: whole, arguments: text })),
  }),
  'evicted-results': fields({
    ...overlayBase,
    supersededBySeq: optional(whole),
    reason: optional(oneOf('latest-only', 'ephemeral')),
  }),
};
const overlayKind = fields({ kind: oneOf(...Object.keys(OVERLAY_FORMS)) });

const entryOverlay: Check = (value, field) => {
  overlayKind(value, field);
  OVERLAY_FORMS[(value as EntryOverlay).kind](value, field);
};

const indexedValue = fields({
  text: name,
  kind: text,
  uses: whole,
  lastSeq: place,
  fromArguments: flag,
  fromUser: flag,
  company: whole,
});

const condensed = fields({
  id: name,
  compactionId: text,
  text,
  beforeSeq: whole,
  coveredEntries: whole,
  coveredTokens: amount,
  summary: optional(
    fields({
      madeBy: text,
      fromSeq: place,
      toSeq: place,
      text,
      lead: optional(text),
      points: optional(
        list(
          fields({
            seq: whole,
            speaker: oneOf('user', 'assistant', 'tool'),
            toolName: optional(text),
            text,
            score: figure,
          }),
        ),
      ),
    }),
  ),
  values: fields({ values: list(indexedValue), newestSeq: place }),
});

const overlays = fields({
  epoch: whole,
  ranges: list(
    fields({ ...span, compactionId: text, tokens: amount, source: optional(oneOf('estimated')) }),
  ),
  entries: list(entryOverlay),
  condensed: optional(condensed),
});

const compaction = fields({
  id: name,
  trigger: oneOf('auto', 'manual', 'epoch', 'overflow', 'undo'),
  reason: optional(text),
  startedAtMs: time,
  durationMs: figure,
  epoch: whole,
  inputTokens: amount,
  tokensBefore: amount,
  tokensAfter: amount,
  stages: list(
    fields({
      stage: text,
      tokensBefore: amount,
      tokensAfter: amount,
      entries: whole,
      failure: optional(text),
    }),
  ),
  summariser: optional(text),
  left: list(fields(span)),
  lost: optional(fields({ values: list(text), total: whole })),
  cacheLostTokens: optional(amount),
  transcriptLength: optional(whole),
  undoes: optional(text),
});

const sessionFile = fields({
  format: check((value) => value === 'agent-memory-session', 'must be "agent-memory-session"'),
  version: check((value) => value === 1, 'must be 1, the version that is known here'),
  exportedAtMs: time,
  session: fields({
    id: name,
    createdAtMs: time,
    updatedAtMs: time,
    title: optional(text),
    system: optional(text),
    entries: list(entry),
    headId: optional(nameOrNull),
    overlays,
    settingsKey: text,
    scratchpad: anything,
    compactions: list(compaction),
  }),
});

/**
 * The session of a file whose every field is of its kind.
 * @throws SessionFileError naming the first that is not.
 */
export function checkSessionShape(file: unknown): FiledSession {
  sessionFile(file, 'file');
  // Every field was looked at.
  return (file as { readonly session: FiledSession }).session;
}
