import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worth = /\.(js|css|html|json|svg)$/

/**
 * Writes `.br` and `.gz` beside every text file, so that the server does not compress during a request. JSON, which
 * elements need before they render, is minified first.
 */
export async function compressFolder(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => worth.test(name) && !/^\.(?!releases\b)/.test(name)
  )
  await Promise.all(
    names.map(async (name) => {
      if (await isCompressed(`${folder}/${name}`)) return
      const file = await readFile(`${folder}/${name}`)
      const bytes = name.endsWith('.json') ? Buffer.from(JSON.stringify(JSON.parse(file.toString()))) : file
      if (bytes !== file) await writeFile(`${folder}/${name}`, bytes)
      const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      await writeFile(`${folder}/${name}.br`, brotli)
      await writeFile(`${folder}/${name}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    })
  )
}

/** Tells whether the copies are as new as the file, as is the case for chunks of earlier builds. */
async function isCompressed(file: string) {
  const timeOf = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
  return (await timeOf(`${file}.gz`)) >= (await timeOf(file))
}
