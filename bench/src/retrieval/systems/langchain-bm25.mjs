// @ts-check
import { BM25Retriever } from '@langchain/community/retrievers/bm25';
import { Document } from '@langchain/core/documents';

/** @type {import('./system.mjs').RetrievalSystem} */
export const langChainBm25 = {
  name: 'langchain bm25',
  async open({ turns }) {
    const documents = turns.map(({ id, spoken }) => new Document({ id, pageContent: spoken }));
    return async (question, k) => {
      const retriever = BM25Retriever.fromDocuments(documents, { k });
      // It builds regular expressions of the question's words, which marks would break.
      const found = await retriever.invoke(question.replace(/[^\p{L}\p{N}\s'-]/gu, ' ').trim());
      return found.map(({ id }) => id ?? '');
    };
  },
};
