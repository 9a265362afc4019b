import { useEffect, useState } from 'react';

/** Takes the files that are dropped anywhere on the page; tells whether one is held over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) hear(event);
        },
        { signal: listening.signal },
      );
    listen('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      // Moving between two elements of the page also leaves one of them.
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    });
    return () => listening.abort();
  }, [onFiles]);
  return isOver;
}
