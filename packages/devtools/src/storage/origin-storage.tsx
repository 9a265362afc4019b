import type { ReactNode } from 'react';
import { FillBar } from '../elements/elements.tsx';
import type { Asked } from '../elements/panel-context.ts';
import type { StorageFacts } from '../source/storage-source.ts';
import { storageWords } from './store-troubles.ts';

interface OriginStorageProps {
  readonly asked: Asked<StorageFacts | undefined>;
}

/** The figures of the browser for everything of the origin, and whether it keeps them. */
export function OriginStorage(props: OriginStorageProps): ReactNode {
  return (
    <section aria-label="Storage of this site">
      <h3>Storage of this site</h3>
      <StorageLines {...props} />
    </section>
  );
}

function StorageLines({ asked }: OriginStorageProps): ReactNode {
  if (asked.status === 'waiting') return <p className="quiet">Asking the browser …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The figures did not arrive. {asked.message}</p>;
  }
  if (!asked.value) return null;
  const { usage, fill, isNearlyFull, persistence } = storageWords(asked.value);
  return (
    <>
      <p className="storage-usage" data-full={isNearlyFull}>
        {fill !== undefined && <FillBar fill={fill} />}
        <span>{usage}</span>
      </p>
      <p>{persistence}</p>
      {fill !== undefined && (
        <p className="quiet">
          The browser’s estimate for everything of this origin: databases, caches and files.
        </p>
      )}
    </>
  );
}
