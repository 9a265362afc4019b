import { useEffect, useState } from 'react';
import { FileIcon } from '../design/icons.tsx';
import styles from './file-drop.module.css';

/** Takes the files that are dropped anywhere on the page, one at least. */
export function FileDrop({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const isOver = useFileDrop(onFiles);
  if (!isOver) return null;
  return (
    <div className={styles.veil}>
      <p className={styles.target}>
        <FileIcon /> Drop a session file to play it, a document to ask it, or a GGUF model to chat
        with it
      </p>
    </div>
  );
}

/** Tells whether a file is held over the page. */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const carriesFile = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      // Moving between two elements of the page also leaves one of them.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return isOver;
}
