import type {
  CallOptions,
  LongTermMemory,
  MemoryFilter,
  WriteOutcome,
} from '../memory/long-term-memory.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import { natureOfText } from '../policy/nature-of-text.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { Evidence, MemoryRecord } from '../records/memory-record.ts';
import type { KnownRecord } from '../records/standing.ts';
import { ROOT } from './file-path.ts';
import { refusalWords } from './refusal-words.ts';
import { ToolProblem } from './tool-failure.ts';

const PAGE = 200;
/** Characters of a file that are searched and shown as the text of its record. */
const TEXT_CHARACTERS = 3000;
/** Longest file, in characters of JSON: what the value of a record holds. */
const LONGEST_FILE = 20_000;
/** Files are a model's own conclusions, and change nothing that is surer. */
const SOURCE = 'agent_inferred';

/** A file, and the record that it is. */
export interface RecordFile {
  readonly path: string;
  readonly content: string;
  readonly record: MemoryRecord;
  /** The user set, corrected or confirmed it: a model reads it and cannot change it. */
  readonly isSettled: boolean;
}

/** Where files are kept: with the user, or in a namespace that others read as well. */
export interface FilePlace {
  readonly namespace: string | undefined;
  readonly evidence: () => readonly Evidence[];
}

/**
 * Files over records [LTM-11]: the key of a record is the path, its value what the file says, and the
 * beginning of it its text, so that retrieval finds it. A directory is there while it has files.
 */
export class RecordFiles {
  readonly #longTerm: LongTermMemory;
  readonly #place: FilePlace;

  constructor(longTerm: LongTermMemory, place: FilePlace) {
    this.#longTerm = longTerm;
    this.#place = place;
  }

  /** All files, by path. */
  async all({ signal }: CallOptions): Promise<ReadonlyMap<string, RecordFile>> {
    const files = new Map<string, RecordFile>();
    let after: string | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const page = await this.#longTerm.list(
        { ...this.#filter(), keyPrefix: `${ROOT}/` },
        { signal, limit: PAGE, ...at },
      );
      for (const known of page.items) {
        const { key } = known.record;
        // A record that a person marked against recall is no file that a model reads.
        if (key !== undefined && known.record.muted !== true) files.set(key, fileOf(known, key));
      }
      after = page.next;
    } while (after !== undefined);
    return files;
  }

  /**
   * The record that a file becomes. One that is kept under another path or says something else now
   * is superseded by it, and stays in its history.
   *
   * @throws ToolProblem if it is too long.
   */
  draft(path: string, content: string, before?: MemoryRecord): MemoryDraft {
    const { namespace, evidence } = this.#place;
    const length = JSON.stringify(content).length;
    if (length > LONGEST_FILE) {
      throw new ToolProblem(
        `Error: ${path} would have ${length} characters, and a file has at most ${LONGEST_FILE}; line breaks, quotes and backslashes count twice. Nothing was changed; put some of it into another file.`,
      );
    }
    return {
      type: namespace === undefined ? 'user' : 'reference',
      ...(namespace === undefined ? {} : { namespace }),
      kind: 'artifact',
      nature: natureOf(content),
      key: path,
      value: content,
      text: `File ${path}: ${content === '' ? '(empty)' : content.slice(0, TEXT_CHARACTERS)}`,
      source: SOURCE,
      evidence: evidence(),
      // A file stays until it is deleted; that nobody confirmed it shows when it is read.
      pinned: true,
      ...(before === undefined ? {} : { supersedes: before.id }),
    };
  }

  /** @throws ToolProblem if it is refused. */
  async write(draft: MemoryDraft, options: CallOptions): Promise<void> {
    const { key, namespace } = draft;
    const place = key === undefined ? undefined : { key, ...(namespace && { namespace }) };
    const known = place && (await this.#longTerm.record(place, options));
    if (known?.record.muted) {
      throw new ToolProblem(
        `Error: the user keeps ${key} to themselves. Nothing was written; write to another file.`,
      );
    }
    settled(await this.#longTerm.store(draft, options));
  }

  /** @throws ToolProblem if it is refused. */
  async forget({ record }: RecordFile, options: CallOptions): Promise<void> {
    const outcome = await this.#longTerm.forget(record.id, options);
    // Another tab was there first: it is gone, as it should be.
    if (outcome.kind === 'refused' && outcome.refusal.rule !== 'UNKNOWN_RECORD') {
      throw new ToolProblem(refusalWords('Error: not deleted', outcome.refusal));
    }
  }

  #filter(): MemoryFilter {
    const { namespace } = this.#place;
    return namespace === undefined ? { types: ['user'] } : { namespaces: [namespace] };
  }
}

function fileOf({ record, confidence }: KnownRecord, path: string): RecordFile {
  const { value, text } = record;
  return {
    path,
    record,
    content: typeof value === 'string' ? value : text,
    isSettled: confidence > WRITE_POLICY.sources[SOURCE].confidence,
  };
}

/** Notes say in many words how work stands; a copy of the conversation is none. */
function natureOf(content: string): 'statement' | 'transcript' | 'turn-log' {
  const nature = natureOfText(content, 'agent_inferred');
  return nature === 'transcript' || nature === 'turn-log' ? nature : 'statement';
}

function settled(outcome: WriteOutcome): void {
  if (outcome.kind !== 'refused') return;
  const { refusal } = outcome;
  throw new ToolProblem(
    refusal.rule === 'OVERRULED'
      ? 'Error: the user settled what this file says. It stays as it is; write to another file.'
      : refusalWords('Error: not written', refusal),
  );
}
