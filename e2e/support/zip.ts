import { once } from 'node:events'
import { promisify } from 'node:util'
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl'

const open = promisify<string, Options, ZipFile>(yauzl.open)

/** Reads the names in a ZIP file, by the directory at its end. @throws for anything but a whole ZIP file */
export async function namesInZip(path: string): Promise<string[]> {
  const file = await open(path, { strictFileNames: true })
  const names: string[] = []
  file.on('entry', ({ fileName }: Entry) => names.push(fileName))
  await once(file, 'end')
  return names
}
