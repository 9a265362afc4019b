import type { ReactNode } from 'react';
import type { CompactionFacts } from '../source/devtools-source.ts';
import { stageBars } from './compaction-summary.ts';

/** The stages of a compaction as bars, in the order in which they ran. */
export function StageList(props: {
  readonly record: CompactionFacts;
  /** It was only thought through. */
  readonly isPreview?: boolean;
}): ReactNode {
  const { record, isPreview = false } = props;
  const bars = stageBars(record, isPreview);
  if (bars.length === 0) return null;
  return (
    <ol className="stages" aria-label="Stages">
      {bars.map(({ stage, name, label, after, removed }) => (
        <li key={stage}>
          <span className="stage-name">{name}</span>
          <span className="stage-bar" aria-hidden="true">
            <span className="stage-after" style={{ width: `${after * 100}%` }} />
            <span className="stage-removed" style={{ width: `${removed * 100}%` }} />
          </span>
          <span className="stage-label">{label}</span>
        </li>
      ))}
    </ol>
  );
}
