import type { AddProgress, Documents, StoredDocument } from '@agent-memory/long-term/documents';
import { errorText } from '../app/error-text.ts';
import { createWatchedValue } from '../app/watched-value.ts';

/** A file on its way to be a document. */
export interface AddingFile {
  readonly key: number;
  readonly name: string;
  /** Absent until its reading has begun. */
  readonly progress?: AddProgress;
}

/** A sentence about a file that was not taken, or not quite as it is. */
export interface DeskNotice {
  readonly key: number;
  readonly tone: 'warn' | 'bad';
  readonly sentence: string;
}

/** The documents of this page, and what goes on with them. */
export interface DeskState {
  /** Absent until their code is here. */
  readonly documents?: Documents;
  /** Newest first; absent until they have been read. */
  readonly stored?: readonly StoredDocument[];
  readonly adding: readonly AddingFile[];
  /** On their way out: until past contexts have forgotten them too, the page is better not left. */
  readonly removing: readonly StoredDocument[];
  readonly notices: readonly DeskNotice[];
}

/** Takes documents in and away; one for the page, whichever way of using it is open. */
export interface DocumentDesk {
  get(): DeskState;
  subscribe(listener: () => void): () => void;
  /** Fetches the code of documents and reads which there are. A failure is told, and the next call tries again. */
  open(): Promise<void>;
  /** Takes files in, one after the other. A person adds them: a text that was removed before is taken in again. */
  add(files: readonly File[]): Promise<void>;
  /** Takes a document away for good. */
  remove(document: StoredDocument): Promise<void>;
  dismiss(key: number): void;
}

const LISTED_AT_ONCE = 100;

/** @param load makes the place of documents; called once, and again if it has failed. */
export function createDocumentDesk(load: () => Promise<Documents>): DocumentDesk {
  const state = createWatchedValue<DeskState>({
    adding: [],
    removing: [],
    notices: [],
  });
  let opening: Promise<Documents> | undefined;
  let nextKey = 0;
  let reading = 0;
  let addings = Promise.resolve();

  const change = (part: Partial<DeskState>): void => state.set({ ...state.get(), ...part });
  const key = (): number => {
    nextKey += 1;
    return nextKey;
  };
  const tell = (tone: DeskNotice['tone'], sentence: string): void =>
    change({ notices: [...state.get().notices, { key: key(), tone, sentence }] });
  const saying = async (failed: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      tell('bad', `${failed}. ${errorText(error)}`);
    }
  };

  const readList = async (documents: Documents): Promise<void> => {
    reading += 1;
    const own = reading;
    const stored = await allOf(documents);
    // A later reading has overtaken this one.
    if (own === reading) change({ stored });
  };
  const opened = (): Promise<Documents> => {
    opening ??= load().then((documents) => {
      change({ documents });
      documents.subscribe((event) => {
        if (event.type === 'degradation-add') return tell('warn', event.sentence);
        void saying('The list of documents could not be read', () => readList(documents));
      });
      return documents;
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  const addOne = async (file: File, at: number): Promise<void> => {
    const follow = (progress: AddProgress): void =>
      change({
        adding: state.get().adding.map((one) => (one.key === at ? { ...one, progress } : one)),
      });
    const documents = await opened();
    const outcome = await documents.add(
      { content: file, name: file.name },
      { onProgress: follow, evenIfErased: true },
    );
    if (outcome.kind === 'refused') {
      const { sentence, remedy } = outcome.refusal;
      tell('bad', [`“${file.name}” was not taken.`, sentence, remedy].filter(Boolean).join(' '));
    } else if (outcome.kind === 'unchanged') {
      tell('warn', `“${file.name}” is among the documents already.`);
    } else if (outcome.hiddenCharacters !== undefined) {
      tell(
        'warn',
        `“${file.name}” hides ${outcome.hiddenCharacters} characters from its readers; they were left out.`,
      );
    }
    await readList(documents);
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    open: () =>
      saying('The documents could not be opened; nothing was lost', async () =>
        readList(await opened()),
      ),
    add(files) {
      const wanted = files.map((file) => ({ file, at: key() }));
      const names = wanted.map(({ file, at }) => ({ key: at, name: file.name }));
      change({ adding: [...state.get().adding, ...names] });
      addings = addings.then(async () => {
        for (const { file, at } of wanted) {
          await saying(`“${file.name}” was not taken`, () => addOne(file, at));
          change({ adding: state.get().adding.filter((one) => one.key !== at) });
        }
      });
      return addings;
    },
    async remove(document) {
      change({ removing: [...state.get().removing, document] });
      await saying(`“${document.title}” was not removed`, async () => {
        const documents = await opened();
        await documents.remove(document.id);
        await readList(documents);
      });
      change({ removing: state.get().removing.filter((one) => one !== document) });
    },
    dismiss: (gone) =>
      change({ notices: state.get().notices.filter((notice) => notice.key !== gone) }),
  };
}

async function allOf(documents: Documents): Promise<readonly StoredDocument[]> {
  const stored: StoredDocument[] = [];
  let after: string | undefined;
  do {
    const page = await documents.list({
      limit: LISTED_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    stored.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return stored;
}
