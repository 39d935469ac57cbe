import { encode } from 'uqr';

/** White modules around the code, in any colour scheme (ISO/IEC 18004: four). */
const QUIET_ZONE = 4;

/** A QR code for a page, drawn without script or style. */
export interface QrCode {
  /** Width and height in modules, including the white margin. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const rows = data.flatMap((row, y) =>
    findRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size, path: rows.join('') };
}

/** Runs of dark modules in a row, each with its start and length. */
function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
