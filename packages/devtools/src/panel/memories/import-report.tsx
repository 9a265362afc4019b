import type { ReactNode } from 'react';
import type { ImportedFile, ImportedLine } from '../../source/import-facts.ts';
import { formatCount } from '../../view-model/format.ts';
import { importSentence, lineGroups } from '../../view-model/import-words.ts';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { RecordLink } from './record-link.tsx';

/** The report on a file that was imported, line by line. */
export function ImportReport({
  file: { name, facts },
  ...frame
}: PaneFrame & { readonly file: ImportedFile }): ReactNode {
  const groups = lineGroups(facts);
  return (
    <Pane {...frame} title="Import" facts={[name]} bodyLabel="Lines of the file">
      <p className="sentence">
        {groups.length === 0
          ? 'The file has no records: nothing was taken in.'
          : `${importSentence(facts)}.`}
      </p>
      {groups.map(({ fate, title, lines, more }) => (
        <section key={fate} className="record-section" aria-label={title}>
          <h3>{title}</h3>
          <ol className="file-lines" data-fate={fate}>
            {lines.map((line) => (
              <FileLine key={line.line} line={line} />
            ))}
          </ol>
          {more > 0 && (
            <p className="quiet">and {formatCount(more, 'line like this', 'lines like these')}</p>
          )}
        </section>
      ))}
    </Pane>
  );
}

function FileLine({ line: { line, start, recordId, reason } }: { readonly line: ImportedLine }) {
  return (
    <li>
      <span className="quiet">line {line}</span>
      <div>
        <RecordLink id={recordId} start={start} />
        {reason !== undefined && <p className="quiet">{reason}</p>}
      </div>
    </li>
  );
}
