/** A page of a small PDF: lines from the top down, each with the size of its letters. */
export interface SmallPage {
  readonly lines: readonly { readonly text: string; readonly size?: number; readonly x?: number }[];
}

interface Stream {
  readonly dictionary: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/**
 * A PDF with these pages, written by hand: ASCII text in Helvetica, nothing packed. For tests of an app that reads
 * PDFs.
 *
 * @param title the title that the PDF gives itself; without one it has none.
 *
 * @example
 * const documents = createDocuments({ pdf: pdfReader() });
 * await documents.add({ content: smallPdf([{ lines: [{ text: 'The ferry leaves at 22:10.' }] }]) });
 */
export function smallPdf(pages: readonly SmallPage[], title?: string): Uint8Array<ArrayBuffer> {
  return pdfOf(
    pages.map((page) => ({ dictionary: '', bytes: encoder.encode(drawnLines(page)) })),
    title,
  );
}

/** A PDF whose one page draws packed data. */
export function packedPdf(bytes: Uint8Array, filters: string): Uint8Array<ArrayBuffer> {
  return pdfOf([{ dictionary: `/Filter ${filters}`, bytes }]);
}

/** A PDF that says that it needs a password. */
export function encryptedPdf(): Uint8Array<ArrayBuffer> {
  const zeros = '00'.repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${zeros}> /U <${zeros}> /P -4 >> /ID [<00> <00>]`;
  return pdfOf([{ dictionary: '', bytes: encoder.encode('BT ET') }], undefined, encrypt);
}

/** Bytes packed by zlib, as PDFs have them. */
export async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function drawnLines({ lines }: SmallPage): string {
  let y = 760;
  const drawn = lines.map(({ text, size = 12, x = 72 }) => {
    y -= text === '' ? 24 : size * 1.3;
    const escaped = text.replaceAll(/[\\()]/gu, String.raw`\$&`);
    return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET`;
  });
  return drawn.join('\n');
}

function pdfOf(contents: readonly Stream[], title?: string, trailer = ''): Uint8Array<ArrayBuffer> {
  const pageIds = contents.map((_, index) => 4 + index * 2);
  const objects: (string | Stream)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, content] of contents.entries()) {
    const contentId = (pageIds[index] ?? 0) + 1;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contentId} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      content,
    );
  }
  if (title !== undefined) objects.push(`<< /Title (${title}) >>`);
  const info = title === undefined ? '' : `/Info ${objects.length} 0 R`;
  return written(objects, `/Root 1 0 R ${info} ${trailer}`);
}

function written(objects: readonly (string | Stream)[], trailer: string): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [encoder.encode('%PDF-1.4\n')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = objects.map((object, index) => {
    const offset = length();
    parts.push(encoder.encode(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') parts.push(encoder.encode(object));
    else {
      const { dictionary, bytes } = object;
      parts.push(
        encoder.encode(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
        bytes,
        encoder.encode('\nendstream'),
      );
    }
    parts.push(encoder.encode('\nendobj\n'));
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = length();
  parts.push(
    encoder.encode(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const whole = new Uint8Array(length());
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
