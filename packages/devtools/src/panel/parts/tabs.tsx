import { createContext, type ReactNode, useContext, useId } from 'react';
import { stepInRow } from './roving-focus.ts';

interface TabsContext {
  readonly idBase: string;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

const Chosen = createContext<TabsContext | undefined>(undefined);

function useTabs(): TabsContext {
  const tabs = useContext(Chosen);
  if (!tabs) throw new Error('Parts of tabs stand inside <Tabs>.');
  return tabs;
}

/** Views of which one is shown, after the pattern for tabs of the ARIA authoring practices. */
export function Tabs({
  className,
  chosen,
  onChoose,
  children,
}: {
  readonly className?: string;
  /** Name of the tab that is shown. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children: ReactNode;
}): ReactNode {
  const idBase = useId();
  return (
    <Chosen.Provider value={{ idBase, chosen, onChoose }}>
      <div className={className}>{children}</div>
    </Chosen.Provider>
  );
}

/** The row of tabs: one tab stop, on the tab that is shown; arrows, Home and End show the others. */
export function TabList({
  className,
  label,
  children,
}: {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div
      role="tablist"
      className={className}
      aria-label={label}
      onKeyDown={(event) => stepInRow(event, 'tab')}
    >
      {children}
    </div>
  );
}

export function Tab({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  const { idBase, chosen, onChoose } = useTabs();
  const isChosen = name === chosen;
  return (
    <button
      type="button"
      role="tab"
      id={`${idBase}-tab-${name}`}
      className={className}
      aria-selected={isChosen}
      aria-controls={isChosen ? `${idBase}-view-${name}` : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(name)}
    >
      {children}
    </button>
  );
}

/** The view of a tab; in the document only while it is shown. */
export function TabView({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const { idBase, chosen } = useTabs();
  if (name !== chosen) return null;
  return (
    <div
      role="tabpanel"
      id={`${idBase}-view-${name}`}
      className={className}
      aria-labelledby={`${idBase}-tab-${name}`}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
