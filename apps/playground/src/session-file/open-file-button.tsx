import { useRef } from 'react';
import { Button } from '../design/button.tsx';
import { FileIcon } from '../design/icons.tsx';
import styles from './open-file-button.module.css';

/** Opens a session file by the system's picker. */
export function OpenFileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title="Open a session file" onClick={() => input.current?.click()}>
        <FileIcon />
        <span className={styles.label}>Open file …</span>
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Session file"
        accept=".json,application/json"
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
