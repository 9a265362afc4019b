import { type ReactNode, useId, useMemo, useState } from 'react';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { cellsOfRow, mapCells } from '../../view-model/block-map-cells.ts';
import { type Departure, departures } from '../../view-model/block-map-motion.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import { usePanel } from '../parts/panel-context.ts';
import { MapCells } from './map-cells.tsx';
import { MapDepartures } from './map-departures.tsx';
import { mapPixels } from './map-geometry.ts';
import { MapGround } from './map-ground.tsx';
import { MapTip } from './map-tip.tsx';
import { useCellFocus } from './use-cell-focus.ts';

/** The lane of what left, the rows of what is sent, and what is told of the one that is pointed at. */
export function MapPicture({
  plan,
  map,
}: {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
}): ReactNode {
  const { source, view } = usePanel();
  const cells = useMemo(() => mapCells(map), [map]);
  const lit = useMemo(() => cellsOfRow(plan, map, view.selectedKey), [plan, map, view.selectedKey]);
  const tipId = useId();
  const focus = useCellFocus({ plan, map, cells, lit });
  const told = cells.find(({ key }) => key === focus.toldKey);
  const [leaving, onGone] = useDepartures(source, plan, map);
  return (
    <div
      className="map-figure"
      data-refused={plan.isRefused === true}
      style={{ height: mapPixels(map) }}
    >
      <MapGround map={map} lit={lit} toldKey={focus.toldKey} />
      {cells.length > 0 && (
        <MapCells plan={plan} map={map} cells={cells} lit={lit} focus={focus} tipId={tipId} />
      )}
      {leaving && <MapDepartures map={map} departures={leaving} onGone={onGone} />}
      {told && <MapTip id={tipId} plan={plan} map={map} cell={told} />}
    </div>
  );
}

/** Blocks that are on their way out since the plan before, of the same source. */
function useDepartures(
  source: DevtoolsSource,
  plan: PlanFacts,
  map: BlockMap,
): readonly [readonly Departure[] | undefined, () => void] {
  const [drawn, setDrawn] = useState({ source, plan, map });
  const [leaving, setLeaving] = useState<readonly Departure[]>();
  if (drawn.map !== map || drawn.source !== source) {
    setDrawn({ source, plan, map });
    const gone = drawn.source === source ? departures(drawn, { plan, map }) : [];
    setLeaving(gone.length > 0 ? gone : undefined);
  }
  return [leaving, () => setLeaving(undefined)];
}
