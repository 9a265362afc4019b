import { type ReactNode, useMemo, useRef } from 'react';
import type { PreviewFacts } from '../../source/compaction-facts.ts';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { blockMap } from '../../view-model/block-map.ts';
import { mapCells } from '../../view-model/block-map-cells.ts';
import { formatCount } from '../../view-model/format.ts';
import { planOfPreview, previewMapSentence } from '../../view-model/preview-map.ts';
import { cellLook } from '../map/cell-look.ts';
import { mapPixels } from '../map/map-geometry.ts';
import { MapGround } from '../map/map-ground.tsx';
import { useElementWidth } from '../parts/use-element-size.ts';

const NOTHING_LIT: ReadonlySet<string> = new Set();

/** The context as it would be, with what would leave as ghosts above it. Its sentence says the same. */
export function PreviewMap({
  preview,
  before,
}: {
  readonly preview: PreviewFacts;
  /** The plan that the preview was made of. */
  readonly before: PlanFacts;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const plan = useMemo(() => planOfPreview(preview, before), [preview, before]);
  const map = useMemo(() => blockMap(plan, width, 'sent'), [plan, width]);
  const cells = useMemo(() => mapCells(map), [map]);
  return (
    <figure className="preview-map">
      <figcaption className="quiet">{previewMapSentence(plan)}</figcaption>
      <div ref={frame} aria-hidden="true">
        <div className="map-figure" style={{ height: mapPixels(map) }}>
          <MapGround map={map} lit={NOTHING_LIT} toldKey={undefined} />
          <div className="map-cells">
            {cells.map((cell) => {
              const label =
                cell.kind === 'ghost' && cell.ghost.kind !== 'cut'
                  ? `${formatCount(cell.ghost.messages, 'message')} would leave`
                  : undefined;
              const { pieces } = cellLook(plan, map, cell, label);
              return pieces.map(({ key, drawn }) => <div key={`${cell.key} ${key}`} {...drawn} />);
            })}
          </div>
        </div>
      </div>
    </figure>
  );
}
