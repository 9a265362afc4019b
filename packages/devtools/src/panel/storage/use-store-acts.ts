import { errorText } from '@agent-memory/core/internal';
import { useRef, useState } from 'react';
import type { StorageSource } from '../../source/storage-source.ts';
import { keptWords, storedWords } from '../../view-model/storage-words.ts';
import type { StoreAct } from '../../view-model/store-troubles.ts';
import { saveFile } from '../parts/save-file.ts';

/** The outcome of the last thing that a person had done, in words. */
interface StoreOutcome {
  readonly words: string;
  readonly isFailure: boolean;
}

export interface StoreActs {
  /** Carries one out; one at a time. */
  readonly run: (act: StoreAct | 'keep', document: Document) => void;
  /** The acts that are possible here. */
  readonly known: ReadonlySet<StoreAct>;
  readonly running: StoreAct | 'keep' | undefined;
  readonly outcome: StoreOutcome | undefined;
  readonly forget: () => void;
}

/** @param onEnd told when one has ended, and whether its button goes with what it mended. */
export function useStoreActs(
  storage: StorageSource | undefined,
  fileName: string,
  onEnd: (hasMended: boolean) => void,
): StoreActs {
  const [running, setRunning] = useState<StoreActs['running']>();
  const [outcome, setOutcome] = useState<StoreOutcome>();
  const isRunning = useRef(false);

  async function carryOut(act: StoreAct | 'keep', document: Document): Promise<Ended> {
    switch (act) {
      case 'write-back':
      case 'try-again':
        return mended(storedWords((await storage?.writeBack?.()) ?? 0));
      case 'reload':
        await storage?.reload?.();
        return mended('Loaded anew: this is what is stored.');
      case 'keep': {
        const outcome = await storage?.keep?.();
        return { words: keptWords(outcome), hasMended: outcome?.isKept ?? false };
      }
      case 'export': {
        if (storage) saveFile(document, fileName, await storage.exported());
        const words = `Exported as ${fileName}: every message that this page holds.`;
        return { words, hasMended: false };
      }
      default:
        return act satisfies never;
    }
  }

  function run(act: StoreAct | 'keep', document: Document): void {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(act);
    setOutcome(undefined);
    carryOut(act, document).then(
      ({ words, hasMended }) => end({ words, isFailure: false }, hasMended),
      (error: unknown) => end({ words: errorText(error), isFailure: true }, false),
    );
  }

  function end(told: StoreOutcome, hasMended: boolean): void {
    isRunning.current = false;
    setRunning(undefined);
    setOutcome(told);
    onEnd(hasMended);
  }

  return { run, known: knownActs(storage), running, outcome, forget: () => setOutcome(undefined) };
}

interface Ended {
  readonly words: string;
  readonly hasMended: boolean;
}

function mended(words: string): Ended {
  return { words, hasMended: true };
}

function knownActs(storage: StorageSource | undefined): ReadonlySet<StoreAct> {
  const known = new Set<StoreAct>();
  if (storage) known.add('export');
  if (storage?.writeBack) known.add('write-back').add('try-again');
  if (storage?.reload) known.add('reload');
  return known;
}
