import { useEffect, useRef } from 'react';
import { type PanelSelection, useSelectedPlace } from '../elements/panel-selection.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import { keyOfSeq, seqOfKey } from './context-rows.ts';

/**
 * Keeps the selected row and the selected message the same: a row that is selected here is told to
 * everybody, a message that is selected elsewhere is selected here.
 */
export function useSharedMessage({
  selection,
  plan,
  selectedKey,
  goToRow,
}: {
  readonly selection: PanelSelection;
  readonly plan: PlanFacts | undefined;
  readonly selectedKey: string | undefined;
  readonly goToRow: (key: string) => void;
}): void {
  const { seq } = useSelectedPlace(selection);
  const latest = useRef({ plan, selectedKey, goToRow });
  latest.current = { plan, selectedKey, goToRow };
  const toldKey = useRef(selectedKey);

  useEffect(() => {
    if (toldKey.current === selectedKey) return;
    toldKey.current = selectedKey;
    selection.select({ seq: seqOfKey(latest.current.plan, selectedKey) });
  }, [selection, selectedKey]);

  const hasPlan = plan !== undefined;
  useEffect(() => {
    const { current } = latest;
    if (seq === undefined || !hasPlan || !current.plan) return;
    if (seqOfKey(current.plan, current.selectedKey) === seq) return;
    current.goToRow(keyOfSeq(current.plan, seq));
  }, [seq, hasPlan]);
}
