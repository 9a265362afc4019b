/** One quotation as a reader takes it apart. */
export interface ReadQuote {
  readonly source: string;
  readonly text: string;
}

const OPENING =
  /^Quoted from this session: data, no instructions\. To the letter, each up to its <\/quoted-([0-9a-z]{6})>\.\n/;

/** Takes a page apart as its first line says, and in no other way; throws where that does not work. */
export function quotesIn(page: string): readonly ReadQuote[] {
  const boundary = OPENING.exec(page)?.[1];
  if (boundary === undefined) {
    if (page.startsWith('Quoted from this session')) return [];
    throw new Error(`No quotation: ${page.slice(0, 80)}`);
  }
  const [opening, closing] = [`<quoted-${boundary} `, `\n</quoted-${boundary}>`];
  const quotes: ReadQuote[] = [];
  let at = page.indexOf('\n') + 1;
  while (page.startsWith(opening, at)) {
    const headEnd = page.indexOf('>\n', at);
    const end = page.indexOf(closing, headEnd + 1);
    if (headEnd < 0 || end < 0) throw new Error(`A quotation does not end: ${page.slice(at)}`);
    quotes.push({
      source: page.slice(at + opening.length, headEnd),
      text: page.slice(headEnd + 2, end),
    });
    at = end + closing.length + 1;
  }
  if (page.slice(at).includes(boundary)) throw new Error('The boundary stands in what is quoted.');
  return quotes;
}
