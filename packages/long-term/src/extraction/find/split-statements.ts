import type { Sentence } from './sentences.ts';

/** A clause in which the user begins to speak of themselves anew. */
const NEXT_STATEMENT =
  /(?:[,;]\s+(?:(?:and|but|und|aber|y|pero|et|mais)\s+)?|\s+(?:and|but|und|aber|y|pero|et|mais)\s+)(?=(?:i|i['’](?:m|ve)|my|ich|meine?|yo|mi|me|vivo|trabajo|estudio|soy|prefiero|odio|detesto|ya no|ahora|je|mon|ma)\s|j['’]\p{L})/giu;

/**
 * The clauses of a sentence that may be statements of their own: what ends one of them later leaves the
 * others as they are. One clause that says nothing by itself keeps the sentence whole.
 */
export function statementsWithin({ core, bare }: Sentence): readonly Sentence[] {
  const joints = [...bare.matchAll(NEXT_STATEMENT)];
  const starts = [0, ...joints.map(({ index, 0: joint }) => index + joint.length)];
  return starts.map((start, place) => {
    const end = joints[place]?.index ?? core.length;
    const text = core.slice(start, end);
    return { text, core: text, bare: bare.slice(start, end) };
  });
}
