import { type ReactNode, useRef } from 'react';
import type { FileImport } from './use-import.ts';

/** Asks for a file of JSON Lines, and takes its records in. */
export function ImportButton({ fileImport }: { readonly fileImport: FileImport }): ReactNode {
  const { isRunning, take } = fileImport;
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className="import">
      <span role="status">{isRunning ? 'Taking the file in …' : ''}</span>
      <button
        type="button"
        className="link"
        title="Takes in a file that was exported: JSON Lines, a record a line"
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) field.current?.click();
        }}
      >
        Import …
      </button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".jsonl,.ndjson,application/jsonl"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) take(file);
        }}
      />
    </span>
  );
}
