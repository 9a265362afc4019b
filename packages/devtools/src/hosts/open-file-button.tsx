import { type ReactNode, useRef } from 'react';

/** Opens session files by the system's picker. */
export function OpenFileButton({
  onFiles,
}: {
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        title="Open a session file (.agentmem.json), or drop it anywhere on this page"
        onClick={() => input.current?.click()}
      >
        Open file …
      </button>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label="Session files"
        accept=".json,application/json"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that choosing the same file again is a change again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
