import type { LongTermMemory } from '@agent-memory/long-term';
import { type ReactNode, useState } from 'react';
import { Opener } from './opener.tsx';
import { Failure, Question } from './question.tsx';
import { saveLines } from './save-lines.ts';
import type { UserMemoriesTexts } from './texts.ts';
import { useAct } from './use-act.ts';

/** What can be done with everything at once. */
export function ForAll({
  longTerm,
  texts,
  isPaused,
  onDone,
}: {
  readonly longTerm: LongTermMemory;
  readonly texts: UserMemoriesTexts;
  readonly isPaused: boolean;
  readonly onDone: (words: string) => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const act = useAct(texts);
  const close = (): void => {
    setWasAsked(true);
    setAsking(false);
  };
  const download = async (): Promise<void> => {
    await saveLines('memories.jsonl', longTerm.exportLines());
    onDone(texts.downloaded);
  };
  const pause = async (): Promise<void> => {
    await (isPaused ? longTerm.resume() : longTerm.pause());
    onDone(isPaused ? texts.resumed : texts.paused);
  };
  const erase = async (): Promise<void> => {
    const { refusal } = await longTerm.erase({ everything: true });
    if (refusal) throw new Error(refusal.sentence);
    onDone(texts.allErased);
    close();
  };
  if (isAsking) {
    return (
      <Question
        words={texts.eraseAllQuestion}
        yes={texts.eraseForGood}
        no={texts.keep}
        act={act}
        onYes={() => act.run(erase)}
        onNo={close}
      />
    );
  }
  return (
    <div data-part="for-all">
      <button type="button" aria-disabled={act.isBusy} onClick={() => act.run(pause)}>
        {isPaused ? texts.resume : texts.pause}
      </button>
      <button type="button" aria-disabled={act.isBusy} onClick={() => act.run(download)}>
        {texts.download}
      </button>
      <Opener name={texts.eraseAll} hasFocus={wasAsked} onOpen={() => setAsking(true)} />
      <Failure of={act} />
    </div>
  );
}
