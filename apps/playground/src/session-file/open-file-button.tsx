import { useRef } from 'react';
import { Button } from '../design/button.tsx';
import { FileIcon } from '../design/icons.tsx';
import styles from './open-file-button.module.css';

/** Opens a file by the system's picker: a session, unless told otherwise. */
export function OpenFileButton({
  onFile,
  kind = 'Session file',
  accept = '.json,application/json',
}: {
  readonly onFile: (file: File) => void;
  /** The kind of file, for people. */
  readonly kind?: string;
  /** The files that the picker offers, as in `accept` of an `<input>`. */
  readonly accept?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title={`Open: ${kind}`} onClick={() => input.current?.click()}>
        <FileIcon />
        <span className={styles.label}>Open file …</span>
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={kind}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // So that choosing the same file again is a change again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
