import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'

// The program is the package's: by itself it would load the file from the net.
const wasmBinary = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
).buffer

/** Reads all QR codes of a picture with ZXing, which has nothing in common with the program that draws our codes. */
export async function readCodes(file: Uint8Array<ArrayBuffer>): Promise<readonly ReadResult[]> {
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return readBarcodes(file, { formats: ['QRCode'], maxNumberOfSymbols: 255 })
}
