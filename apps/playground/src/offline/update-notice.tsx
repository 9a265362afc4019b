import { useSyncExternalStore } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { isUpdateStored, onUpdateStored, updatePage } from './store-page.ts';

/** Offers a newer build of the page once it is stored. */
export function UpdateNotice() {
  const isStored = useSyncExternalStore(onUpdateStored, isUpdateStored);
  if (!isStored) return null;
  return (
    <Notice tone="warn" action={<Button onClick={updatePage}>Reload</Button>}>
      A newer version of this page is ready. Your sessions stay.
    </Notice>
  );
}
