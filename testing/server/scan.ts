import { execFileSync } from 'node:child_process'
import { readCodes } from '../read-codes.ts'
import { quiet, withFile } from './pdf.ts'

/** A picture with one byte for each pixel: 0 is black, 255 white. */
export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Renders a page like a printer or a scanner with 150 dots per inch. */
export function printedPage(pdf: Uint8Array, page: number): GreyImage {
  const shown = ['-f', String(page), '-l', String(page), '-r', '150', '-gray']
  const image = withFile(pdf, (file) => execFileSync('pdftoppm', [...shown, file], quiet))
  const [head = '', width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(image.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), height: Number(height), pixels: new Uint8Array(image.subarray(head.length)) }
}

type PixelAt = (x: number, y: number) => number

/** Makes each pixel from others of the picture; everything beside the paper is white. */
function redrawn(
  { width, height, pixels }: GreyImage,
  colour: (at: PixelAt, x: number, y: number) => number
): GreyImage {
  const pixelAt: PixelAt = (x, y) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (pixels[y * width + x] ?? 255)
  return { width, height, pixels: pixels.map((_, index) => colour(pixelAt, index % width, Math.floor(index / width))) }
}

/** Blurs a picture: each pixel is the mean of nine. */
function blurred(image: GreyImage): GreyImage {
  return redrawn(image, (at, x, y) => {
    let sum = 0
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1) sum += at(x + column, y + row)
    return sum / 9
  })
}

/** Turns a picture around its centre; each pixel is mixed of the four that it comes to lie on. */
function turned(image: GreyImage, degrees: number): GreyImage {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const [middleX, middleY] = [image.width / 2, image.height / 2]
  return redrawn(image, (at, x, y) => {
    const fromX = middleX + cos * (x - middleX) - sin * (y - middleY)
    const fromY = middleY + sin * (x - middleX) + cos * (y - middleY)
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
    const [right, down] = [fromX - left, fromY - top]
    const upper = at(left, top) * (1 - right) + at(left + 1, top) * right
    const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
    return upper * (1 - down) + lower * down
  })
}

/** Copies a page: laid on the glass three degrees askew, and out of focus. */
export function copied(image: GreyImage): GreyImage {
  return blurred(blurred(turned(image, 3)))
}

/** Draws an attached code of a letter with eight pixels for each module. */
export function drawnCode(svg: string): GreyImage {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const width = 8 * modules
  const pixels = new Uint8Array(width * width).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    for (let row = 8 * Number(y); row < 8 * (Number(y) + 1); row += 1) {
      const start = row * width + 8 * Number(x)
      pixels.fill(0, start, start + 8 * Number(length))
    }
  return { width, height: width, pixels }
}

/** A QR code: its text, its version, and the width of its modules in millimetres at 150 dots per inch. */
interface ReadQrCode {
  readonly text: string
  readonly version: number
  readonly moduleWidth: number
}

/** Reads the one QR code of a picture. */
export async function readCode({ width, height, pixels }: GreyImage): Promise<ReadQrCode> {
  const file = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels])
  const codes = await readCodes(new Uint8Array(file))
  const [code] = codes
  if (!code || codes.length > 1) throw new Error(`${codes.length} codes can be read`)
  const { topLeft, topRight } = code.position
  const side = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y)
  const version = Number(code.version)
  return { text: code.text, version, moduleWidth: ((side / 150) * 25.4) / (17 + 4 * version) }
}
