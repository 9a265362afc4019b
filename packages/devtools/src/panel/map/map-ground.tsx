import type { ReactNode } from 'react';
import type { BlockMap, MapFunnel, MapMark } from '../../view-model/block-map-shape.ts';
import { formatCount, formatWhole } from '../../view-model/format.ts';
import { funnelPath, mapPixels, pieceStyle } from './map-geometry.ts';

/** Free room, watermarks, the limit and what is beyond it, and the way from what left to what stands for it. */
export function MapGround({
  map,
  lit,
  toldKey,
}: {
  readonly map: BlockMap;
  readonly lit: ReadonlySet<string>;
  readonly toldKey: string | undefined;
}): ReactNode {
  const isShown = (key: string) => lit.has(key) || key === toldKey;
  const [firstOver] = map.over;
  return (
    <div className="map-ground" aria-hidden="true">
      {map.free.map((piece) => (
        <span key={piece.row} className="map-free" style={pieceStyle(map, piece)} />
      ))}
      {map.marks.map((mark) => (
        <Mark key={mark.mark} map={map} mark={mark} />
      ))}
      {map.over.map((piece) => (
        <span key={piece.row} className="map-over" style={pieceStyle(map, piece)} />
      ))}
      {firstOver && (
        <span className="map-over-label" style={{ top: mapPixels(map) }}>
          {formatCount(map.overTokens, 'token')} beyond the limit of{' '}
          {formatWhole(map.sentTokens - map.overTokens)}
        </span>
      )}
      <svg className="map-funnels" width={map.widthPixels} height={mapPixels(map)}>
        <title>From what left to what stands for it</title>
        {map.lane?.funnels.map((funnel) => {
          const isActive = isShown(funnel.standInKey) || funnel.ghostKeys.some(isShown);
          return (
            (isActive || funnel.kind === 'condensed') && (
              <Funnel key={funnel.ghostKeys[0]} map={map} funnel={funnel} isActive={isActive} />
            )
          );
        })}
      </svg>
    </div>
  );
}

function Funnel({
  map,
  funnel,
  isActive,
}: {
  readonly map: BlockMap;
  readonly funnel: MapFunnel;
  readonly isActive: boolean;
}): ReactNode {
  return (
    <path
      className="map-funnel"
      data-kind={funnel.kind}
      data-told={isActive}
      d={funnelPath(map, funnel)}
    />
  );
}

/** A watermark or the limit; the bar above, in the same lines, names them. */
function Mark({
  map,
  mark: { mark, row, left },
}: {
  readonly map: BlockMap;
  readonly mark: MapMark;
}): ReactNode {
  return (
    <span className="map-mark" data-mark={mark} style={pieceStyle(map, { row, left, width: 0 })} />
  );
}
