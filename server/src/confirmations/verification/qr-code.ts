import { encodeQR } from 'qr'

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    path += `M${start} ${y}.5h${x - start + 1}`
  }
  return path
}

/**
 * Light modules around a code, as ISO 18004 wants them: without them readers take what is printed beside it for a part
 * of it.
 */
const quietZone = 4

/**
 * Draws a QR code as SVG: one line for each run of dark modules, slightly wider than the row, so that no viewer shows
 * gaps between rows. The library's drawing has a square for each module, twice the bytes and a quarter more time in
 * Typst.
 * @param ecc quartile: a quarter of it may be damaged; medium: a seventh
 */
export function qrCode(text: string, ecc: 'medium' | 'quartile'): string {
  const rows = encodeQR(text, 'raw', { ecc, border: quietZone })
  const path = rows.map(rowPath).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path d="${path}" stroke="#000" stroke-width="1.02"/></svg>`
}
