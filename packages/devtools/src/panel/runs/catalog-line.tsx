import { textOf } from '@agent-memory/core';
import { numbersInCatalog } from '@agent-memory/core/internal';
import { type ReactNode, useCallback } from 'react';
import { catalogItemId, catalogState } from '../../view-model/catalog-words.ts';
import { itemKey } from '../../view-model/context-rows.ts';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useLatestAnswer } from '../parts/use-answer.ts';

/** Whether the context lists the blocks for the model, and what was cut. */
export function CatalogLine(): ReactNode {
  const { state, runs, goToItem } = usePanel();
  const { plan } = state;
  const itemId = catalogItemId(plan);
  const listed = useListedBlocks(itemId);
  const blocks = runs.filter(({ isClosed }) => isClosed).length;
  const { words, isTrouble } = catalogState(plan, listed, blocks);
  return (
    <section className="catalog" aria-label="Catalog of blocks">
      <p data-trouble={isTrouble || undefined}>
        {words}{' '}
        {itemId !== undefined && (
          <button type="button" className="link" onClick={() => goToItem(itemKey(itemId))}>
            Read it in the context
          </button>
        )}
      </p>
    </section>
  );
}

const NONE: readonly number[] = [];

/** The numbers in the catalog that is sent. */
function useListedBlocks(itemId: string | undefined): readonly number[] {
  const { source, state } = usePanel();
  const { plan } = state;
  const message = arrived(
    useLatestAnswer(
      source,
      // biome-ignore lint/correctness/useExhaustiveDependencies: another plan may send another text
      useCallback(
        () => (itemId === undefined ? undefined : source.sentMessage(itemId)),
        [source, itemId, plan],
      ),
    ),
  );
  return message ? numbersInCatalog(textOf(message)) : NONE;
}
