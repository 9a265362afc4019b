/** A conversation that can be opened. */
export type SessionSource =
  | { readonly kind: 'bundled'; readonly id: string }
  /** A file that somebody opened; kept under this id. */
  | { readonly kind: 'file'; readonly id: string };

/** The ways to use this page. */
export const MODES = [
  'compare',
  'recorded',
  'assistant',
  'agents',
  'documents',
  'endpoint',
  'device',
] as const;
export type Mode = (typeof MODES)[number];

/** A mode with one session of its own. */
export type OwnMode = Exclude<Mode, 'compare' | 'recorded'>;

/** The open session, and how often each was started over. */
export interface SessionChoice {
  readonly mode: Mode;
  /** The recorded session; absent until one is chosen. */
  readonly source?: SessionSource;
  /** Started over this many times, by session; each start is a memory of its own. */
  readonly starts: Readonly<Record<string, number>>;
}

/** A first visit. */
export const NO_SESSIONS_CHOSEN: SessionChoice = { mode: 'compare', starts: {} };

/** Names a session among those of this page: `bundled/healthy`, or its mode. */
export function sessionName(source: SessionSource | OwnMode): string {
  return typeof source === 'string' ? source : `${source.kind}/${source.id}`;
}

/** The id of the memory that holds a session since it was last started over. */
export function memoryIdOf(choice: SessionChoice, name: string): string {
  return `${name}#${choice.starts[name] ?? 0}`;
}

/** The same choice with one session started over: its next memory is empty. */
export function startedOver(choice: SessionChoice, name: string): SessionChoice {
  const starts = (choice.starts[name] ?? 0) + 1;
  return { ...choice, starts: { ...choice.starts, [name]: starts } };
}

/** The same choice, with every session started over at least as often as in another choice. */
export function withStartsOf(choice: SessionChoice, other: SessionChoice): SessionChoice {
  const starts = { ...choice.starts };
  for (const [name, count] of Object.entries(other.starts)) {
    starts[name] = Math.max(starts[name] ?? 0, count);
  }
  return { ...choice, starts };
}

/** Reads a choice that was kept as JSON; `undefined` for anything else. */
export function parseChoice(value: unknown): SessionChoice | undefined {
  if (!isRecord(value)) return undefined;
  const { source, starts } = value;
  const mode = MODES.find((known) => known === value.mode);
  if (mode === undefined) return undefined;
  const counts = isRecord(starts) ? Object.entries(starts) : [];
  return {
    mode,
    ...(isSource(source) && { source: { kind: source.kind, id: source.id } }),
    starts: Object.fromEntries(counts.filter(hasCount)),
  };
}

function isSource(value: unknown): value is SessionSource {
  if (!isRecord(value)) return false;
  const { kind, id } = value;
  return (kind === 'bundled' || kind === 'file') && typeof id === 'string' && id !== '';
}

function hasCount(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
