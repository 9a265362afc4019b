import type { SessionSource } from '../session/session-choice.ts';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import { recordedSessions } from '../sessions/index.ts';
import type { OpenedFile } from '../storage/opened-files.ts';
import styles from './session-picker.module.css';

/** Shows which recorded session is open, and opens another. */
export function SessionPicker({
  source,
  files,
  onChoose,
  onFile,
}: {
  readonly source: SessionSource | undefined;
  readonly files: readonly OpenedFile[];
  readonly onChoose: (source: SessionSource) => void;
  readonly onFile: (file: File) => void;
}) {
  return (
    <div className={styles.picker}>
      <select
        className={styles.select}
        aria-label="Session"
        value={source ? `${source.kind}/${source.id}` : ''}
        onChange={({ target }) => onChoose(sourceOf(target.value))}
      >
        <optgroup label="Written for this page">
          {recordedSessions.map(({ id, title, kind, description }) => (
            <option key={id} value={`bundled/${id}`} title={description}>
              {title} ({kind})
            </option>
          ))}
        </optgroup>
        {files.length > 0 && (
          <optgroup label="Opened files">
            {files.map(({ id, title }) => (
              <option key={id} value={`file/${id}`}>
                {title}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <OpenFileButton onFile={onFile} />
    </div>
  );
}

function sourceOf(value: string): SessionSource {
  const [kind, id = ''] = split(value);
  return kind === 'file' ? { kind, id } : { kind: 'bundled', id };
}

/** At the first slash: the id may hold more of them. */
function split(value: string): readonly string[] {
  const slash = value.indexOf('/');
  return [value.slice(0, slash), value.slice(slash + 1)];
}
