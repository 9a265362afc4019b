import { useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import styles from '../design/setup.module.css';

/** The model: one of those that the server named, or any name that is typed. */
export function ModelField({
  model,
  choices,
  onModel,
}: {
  readonly model: string;
  /** Absent where the server was not asked, or has no list. */
  readonly choices: readonly string[] | undefined;
  readonly onModel: (model: string) => void;
}) {
  const id = useId();
  const [isTyped, setIsTyped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isListed = choices !== undefined && !isTyped;
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        Model
      </label>
      <div className={styles.row}>
        {isListed ? (
          <select
            id={id}
            className={styles.input}
            value={choices.includes(model) ? model : ''}
            onChange={({ target }) => onModel(target.value)}
          >
            <option value="" disabled>
              {model === '' ? 'Choose one' : `Choose one; ${model} is not among them`}
            </option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            ref={field}
            id={id}
            className={styles.input}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Its name, as the server knows it"
            value={model}
            onChange={({ target }) => onModel(target.value)}
          />
        )}
        {choices && (
          <Button onClick={() => setIsTyped(!isTyped)}>
            {isListed ? 'Type a name' : 'Choose from list'}
          </Button>
        )}
      </div>
    </>
  );
}
