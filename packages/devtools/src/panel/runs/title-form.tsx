import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** A block keeps no more of a title than this. */
const LONGEST_TITLE = 160;

/** Asks for the title of a block. */
export function TitleForm({
  title,
  onCancel,
  onSave,
}: {
  readonly title: string;
  readonly onCancel: () => void;
  readonly onSave: (title: string) => void;
}): ReactNode {
  const id = useId();
  const [draft, setDraft] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const wanted = draft.trim();
  const isNew = wanted !== '' && wanted !== title;
  function leaveOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  }
  return (
    <form
      className="record-form"
      onKeyDown={leaveOnEscape}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onSave(wanted);
      }}
    >
      <label htmlFor={id}>Title</label>
      <input
        ref={field}
        id={id}
        className="kind-field"
        dir="auto"
        maxLength={LONGEST_TITLE}
        value={draft}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <p id={`${id}-hint`} className="quiet">
        It stands in place of the line, at most {LONGEST_TITLE} characters. The catalog says it
        after the next compaction.
      </p>
      <div className="buttons">
        <button type="submit" className="button primary" aria-disabled={!isNew}>
          Save the title
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
