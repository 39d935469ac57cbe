import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Opens a file in LibreOffice without a window, and saves it in another format beside it. */
function convert(folder: string, file: string, format: string, options: string[] = []): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync(
    'soffice',
    [profile, '--headless', ...options, '--convert-to', format, '--outdir', folder, join(folder, file)],
    { stdio: 'ignore' },
  );
}

/** Comma, quotation marks, UTF-8, from the first line, every column as it is; with the mark behind it. */
const CSV_FILTER = '44,34,76,1,,0,false,true,false,false,false,-1';

/**
 * Opens a table in LibreOffice, saves it as a workbook, and that as a table again.
 * @param name of the file in `folder`, without `.csv`
 */
export function throughLibreOffice(folder: string, name: string): void {
  convert(folder, `${name}.csv`, 'xlsx', [`--infilter=CSV:${CSV_FILTER}`]);
  convert(folder, `${name}.xlsx`, `csv:Text - txt - csv (StarCalc):${CSV_FILTER}`);
}
