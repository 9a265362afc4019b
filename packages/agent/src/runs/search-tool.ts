import type { AgentMemory } from '@agent-memory/core';
import { allLoaded } from '@agent-memory/core/internal';
import { defineTool, type ModelTool } from '../tools/model-tool.ts';
import type { PageRoom } from './paging.ts';
import { resultPage } from './search/result-page.ts';
import { SessionSearch, valuesSeen } from './search/session-search.ts';

/** The session as the tool reads it. */
export interface SearchHost {
  readonly memory: Pick<AgentMemory<unknown>, 'ready' | 'entries' | 'getState'>;
  readonly room: PageRoom;
}

/** The words by which a model knows the tool. */
export const SEARCH_SESSION = {
  name: 'search_session',
  description:
    'Searches everything said and returned earlier in this session by words: what left your context, and what was shortened. Give names, paths, numbers and words that stand near what you need, more rather than fewer. It answers with the lines that fit and are not in your context, by message number; recall brings whole messages back.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words that stand near what you look for.' },
      page: { type: 'integer', description: 'Which page of the results, from 1.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
} as const;

interface SearchArguments {
  readonly query: string;
  readonly page?: number;
}

const MOST_PAGES = 10;
const LONGEST_QUERY = 8_000;

/** The tool by which a model looks for what was said. */
export function searchTool({ memory, room: whole }: SearchHost): ModelTool<SearchArguments> {
  const search = new SessionSearch(memory);
  return defineTool({
    ...SEARCH_SESSION,
    execute: async ({ query, page = 1 }: SearchArguments, { signal }) => {
      await allLoaded(memory);
      if (query.trim() === '') return 'Say in `query` which words to look for.';
      if (page < 1 || page > MOST_PAGES) {
        return `There is no page ${page}: pages go from 1 to ${MOST_PAGES}. Search for other words.`;
      }
      const seen = memory.getState().plan?.items.map(({ message }) => message) ?? [];
      const { lines, isAnything, piecesOf } = await search.search(
        query.slice(0, LONGEST_QUERY),
        seen,
        signal,
      );
      if (lines.length === 0) return isAnything ? ALL_IN_SIGHT : NOTHING_FOUND;
      const values = valuesSeen(seen);
      const footer = footerOf(page);
      const room = {
        ...whole,
        maxTokens: whole.maxTokens - whole.count(`\n${footer}`),
      };
      let left = lines;
      let text = '';
      for (let at = 1; at <= page; at += 1) {
        if (left.length === 0) return `Page ${at - 1} is the last one on this. ${NEXT_STEP}`;
        const filled = resultPage(left, piecesOf, room, (value) => values.has(value));
        left = filled.left;
        text = filled.text;
      }
      return `${text}\n${left.length === 0 ? NEXT_STEP : footer}`;
    },
  });
}

const NEXT_STEP = 'recall({"message": N}) brings message N back whole.';
const NOTHING_FOUND =
  'No message of this session has any of these words. Try others: names, paths and numbers that stand near it.';
const ALL_IN_SIGHT =
  'All that fits these words is in your context already. Try others, or have a message brought back: recall({"message": N}).';

function footerOf(page: number): string {
  return page < MOST_PAGES ? `${NEXT_STEP} More results: "page": ${page + 1}.` : NEXT_STEP;
}
