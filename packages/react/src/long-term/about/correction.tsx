import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ItemParts } from './item-parts.ts';
import { Failure } from './question.tsx';
import { kept, useAct } from './use-act.ts';

/** The words of a memory, to be put right. Escape leaves them as they were; a failure keeps the draft. */
export function Correction({
  longTerm,
  texts,
  others,
  onDone,
  id,
  text,
  onClose,
}: ItemParts & {
  readonly id: string;
  readonly text: string;
  readonly onClose: () => void;
}): ReactNode {
  const [draft, setDraft] = useState(text);
  const act = useAct(texts);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const correct = async (): Promise<void> => {
    const corrected = kept(await longTerm.correct(id, draft));
    if (corrected.id === id) return onClose();
    // The memory that says it now takes the place of this one.
    onDone(texts.corrected, { kind: 'gone', id, next: [corrected.id, ...others] });
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    act.run(correct);
  };
  return (
    <form
      data-part="correction"
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <label>
        {texts.rightWords}
        <textarea
          ref={field}
          dir="auto"
          required
          rows={2}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </label>
      <button type="submit" aria-disabled={act.isBusy}>
        {texts.save}
      </button>
      <button type="button" onClick={onClose}>
        {texts.cancel}
      </button>
      <Failure of={act} />
    </form>
  );
}
