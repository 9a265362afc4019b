import { type ReactNode, useState } from 'react';
import { Choice, type ChoiceOption } from '../parts/choice.tsx';
import { BlocksView } from './blocks-view.tsx';
import { CheckpointsView } from './checkpoints-view.tsx';

type Mode = 'blocks' | 'checkpoints';

const MODES: readonly ChoiceOption<Mode>[] = [
  { value: 'blocks', title: 'Runs and blocks', meaning: 'requests, and what came of each' },
  { value: 'checkpoints', title: 'Checkpoints', meaning: 'places that the session can go back to' },
];

/** Runs with their blocks, and the places that the session can go back to [RUN-1, BLK-1, CKP-1]. */
export function RunsTab(): ReactNode {
  const [mode, setMode] = useState<Mode>('blocks');
  return (
    <>
      <div className="toolbar">
        <Choice label="What to look at" options={MODES} chosen={mode} onChoose={setMode} />
      </div>
      {mode === 'blocks' ? <BlocksView /> : <CheckpointsView />}
    </>
  );
}
