import { useEffect, useState } from 'react';
import type { OpenedFile, OpenedFiles } from '../storage/opened-files.ts';

/** The files that were opened before; looked up anew when `opened` rises. */
export function useOpenedFiles(files: OpenedFiles, opened: number): readonly OpenedFile[] {
  const [list, setList] = useState<readonly OpenedFile[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file was opened, so the list is another.
  useEffect(() => {
    let isOvertaken = false;
    files.list().then(
      (found) => !isOvertaken && setList(found),
      // Such files are a convenience; without them there is nothing to choose from.
      () => undefined,
    );
    return () => {
      isOvertaken = true;
    };
  }, [files, opened]);
  return list;
}
