import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** Asks what is right in place of what a record says. */
export function CorrectForm({
  text,
  isRunning,
  onCancel,
  onSave,
}: {
  readonly text: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onSave: (text: string) => void;
}): ReactNode {
  const id = useId();
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isNew = draft.trim() !== '' && draft.trim() !== text.trim();
  return (
    <form
      className="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onSave(draft.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <label htmlFor={id}>What is right</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={draft}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <p id={`${id}-hint`} className="quiet">
        It counts as the user’s own word. The old version is kept in the history.
      </p>
      <div className="buttons">
        <button type="submit" className="button primary" aria-disabled={!isNew || isRunning}>
          Save the correction
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
