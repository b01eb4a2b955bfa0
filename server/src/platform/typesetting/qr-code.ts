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
 * Number of light modules around a code that ISO 18004 requires; without them, readers take other print for a part of
 * the code.
 */
const quietZone = 4

/**
 * Draws a QR code as SVG, with one line for each run of dark modules. Lines are slightly wider than a row, so that no
 * viewer shows gaps between rows. The library would draw a square for each module, which takes twice the bytes and a
 * quarter more time in Typst.
 * @param ecc error correction; quartile: a quarter of the code may be damaged; medium: a seventh
 */
export function qrCode(text: string, ecc: 'medium' | 'quartile'): string {
  const rows = encodeQR(text, 'raw', { ecc, border: quietZone })
  const path = rows.map(rowPath).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path d="${path}" stroke="#000" stroke-width="1.02"/></svg>`
}
