import button from '../design/button.module.css';
import { FileIcon } from '../design/icons.tsx';
import styles from './open-file-button.module.css';

/** Opens a file by the system's picker. */
export function OpenFileButton({
  onFile,
  kind,
  accept,
}: {
  readonly onFile: (file: File) => void;
  /** The kind of file, for people. */
  readonly kind: string;
  /** The files that the picker offers, as in `accept` of an `<input>`. */
  readonly accept: string;
}) {
  return (
    <label className={`${button.button} ${button.framed} ${styles.open}`}>
      <FileIcon /> Open file …
      <input
        type="file"
        aria-label={kind}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that choosing the same file again is a change again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
