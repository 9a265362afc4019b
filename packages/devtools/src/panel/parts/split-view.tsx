import { type ReactNode, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useElementWidth } from './use-element-size.ts';

/** Narrower than this, details stand below the list instead of beside it. */
const SIDE_BY_SIDE_PIXELS = 720;

/** A list, and the details of its selected row where one is selected. */
export function SplitView({
  list,
  detail,
}: {
  readonly list: ReactNode;
  readonly detail: ReactNode | undefined;
}): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const isSideBySide = useElementWidth(area) >= SIDE_BY_SIDE_PIXELS;
  const orientation = isSideBySide ? 'horizontal' : 'vertical';
  return (
    <div className="split" ref={area}>
      <Group key={orientation} orientation={orientation}>
        <Panel id="list" minSize="25%">
          {list}
        </Panel>
        {detail !== undefined && (
          <>
            <Separator className="splitter" aria-label="Space for the list and the details" />
            <Panel id="detail" defaultSize={isSideBySide ? '42%' : '55%'} minSize="20%">
              {detail}
            </Panel>
          </>
        )}
      </Group>
    </div>
  );
}
