import { type Letterhead, imageOf } from '../../company/index.ts'
import type { DocumentFiles, Typesetter } from '../../platform/typesetting/typesetter.ts'

/** Writes the files from which templates read the provider: `provider.json`, and beside it the images that it names. */
export async function letterheadFiles(
  typesetter: Pick<Typesetter, 'plainText'>,
  letterhead: Letterhead
): Promise<DocumentFiles> {
  const { logo, signature, ...texts } = letterhead
  const images = Object.entries({ logo, signature }).flatMap(([name, dataUrl]) => {
    const image = imageOf(dataUrl)
    return image ? [{ name, file: `letterhead-${name}.${image.extension}`, bytes: image.bytes }] : []
  })
  const names = Object.fromEntries(images.map(({ name, file }) => [name, file]))
  const provider = { ...(await typesetter.plainText(texts)), logo: '', signature: '', ...names }
  return {
    'provider.json': Buffer.from(JSON.stringify(provider)),
    ...Object.fromEntries(images.map(({ file, bytes }) => [file, bytes]))
  }
}
