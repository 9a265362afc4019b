import { useEffect } from 'react';

/** Takes a file that is dropped anywhere on the page. */
export function useFileDrop(onFile: (file: File) => void): void {
  useEffect(() => {
    const hear = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
      if (file) onFile(file);
    };
    document.addEventListener('dragover', hear);
    document.addEventListener('drop', hear);
    return () => {
      document.removeEventListener('dragover', hear);
      document.removeEventListener('drop', hear);
    };
  }, [onFile]);
}
