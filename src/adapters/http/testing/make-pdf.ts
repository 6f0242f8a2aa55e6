/** Writes small PDFs by hand. For tests. */

export interface PdfOptions {
  readonly title?: string;
  /** further entries of the document's information, e.g. `Subject`; they win over what is written otherwise */
  readonly info?: Readonly<Record<string, string>>;
  /** names a security handler that the empty password does not open */
  readonly encrypted?: boolean;
  /** pages that only draw a grey square, as a scan does */
  readonly scanned?: boolean;
}

const escaped = (text: string): string => text.replace(/[\\()]/gu, '\\$&');

function contentOf(lines: readonly string[], scanned: boolean): string {
  if (scanned) return '0.5 g 50 50 400 600 re f';
  return `BT /F1 12 Tf 14 TL 50 750 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
}

/** @param pages lines of each page */
export function makePdf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const { title = 'A made PDF', encrypted = false, scanned = false } = options;
  const info = { Title: title, Author: 'A. Writer', CreationDate: 'D:20240131120000Z', ...options.info };
  const font = 3;
  const firstPage = 5;
  const kids = pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
    ...pages.flatMap((lines, at) => {
      const content = contentOf(lines, scanned);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    ...(encrypted ? [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`] : []),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const lock = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<00><00>]` : '';
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R${lock} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
