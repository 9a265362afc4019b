import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Press } from './elements.tsx';

/** Leaves something on Escape. */
export function onEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    leave();
  };
}

/** A way to answer a question. */
export interface QuestionAnswer {
  readonly title: string;
  readonly look?: 'primary' | 'danger';
  readonly isOff?: boolean;
  readonly onGive: () => void;
}

/** The second step of what changes much: says what it means, and begins on the safe side. */
export function Question(props: {
  readonly legend: ReactNode;
  readonly look?: string;
  /** The words of the button that does nothing. */
  readonly stay: string;
  readonly answers: readonly QuestionAnswer[];
  readonly onCancel: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { legend, look = '', stay, answers, onCancel, children } = props;
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <fieldset className={`record-form ${look}`} onKeyDown={onEscape(onCancel)}>
      <legend>{legend}</legend>
      {children}
      <div className="buttons">
        <button ref={safe} type="button" className="button" onClick={onCancel}>
          {stay}
        </button>
        {answers.map(({ title, look: tone = '', isOff = false, onGive }) => (
          <button
            key={title}
            type="button"
            className={`button ${tone}`}
            aria-disabled={isOff}
            onClick={isOff ? undefined : onGive}
          >
            {title}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Asks for another text in place of one. */
export function DraftForm(props: {
  readonly label: string;
  readonly hint: string;
  /** The words of the button that saves it. */
  readonly save: string;
  readonly text: string;
  /** Given for a text of one line. */
  readonly maxLength?: number;
  readonly isRunning?: boolean;
  readonly onCancel: () => void;
  readonly onSave: (text: string) => void;
}): ReactNode {
  const { label, hint, save, text, maxLength, isRunning = false, onCancel, onSave } = props;
  const id = useId();
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const wanted = draft.trim();
  const isNew = wanted !== '' && wanted !== text.trim();
  const Field = maxLength === undefined ? 'textarea' : 'input';
  return (
    <form
      className="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onSave(wanted);
      }}
      onKeyDown={onEscape(onCancel)}
    >
      <label htmlFor={id}>{label}</label>
      <Field
        ref={field}
        id={id}
        className="draft"
        dir="auto"
        maxLength={maxLength}
        value={draft}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <p id={`${id}-hint`} className="quiet">
        {hint}
      </p>
      <div className="buttons">
        <button type="submit" className="button primary" aria-disabled={!isNew || isRunning}>
          {save}
        </button>
        <Press onClick={onCancel}>Cancel</Press>
      </div>
    </form>
  );
}
