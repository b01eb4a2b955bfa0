import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Letterhead, imageOf } from '../../company/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { templateFiles } from '../../platform/lib/template-files.ts'
import { type DocumentFiles, type Typesetter, createTypesetter } from '../../platform/typesetting/typesetter.ts'

/**
 * The folder of the shipped templates. The build (dist/) is as deep as the sources (src/), and both read it from the
 * sources.
 */
export const letterTemplates = fileURLToPath(new URL('../../../src/confirmations/letter/templates/', import.meta.url))

/** A typesetter for letters, with the provider's templates laid over the shipped ones. */
export function createLetterTypesetter(config: Pick<Config, 'letterTemplates'>): Typesetter {
  return createTypesetter({ folders: [letterTemplates], overrides: config.letterTemplates })
}

/**
 * Checks the provider's templates at the start, because letters silently lack the files of a symbolic link that cannot
 * be followed. Here the operator learns about it.
 * @throws OperatorError that names the link
 */
export async function checkTemplates({ letterTemplates: folder }: Pick<Config, 'letterTemplates'>): Promise<void> {
  if (folder === '') return
  templateFiles(folder, (link, reason) => {
    throw new OperatorError(
      `The link ${link} in the folder ${folder} of LETTER_TEMPLATES ${reason}: remove it, or copy the file.`
    )
  })
}

/**
 * Images of the letterhead that were used before it became a row of the table `providers`; no shipped template reads
 * them.
 */
const formerImages = ['logo.svg', 'signature.svg']

/** Lists the provider's files that have no effect, for operators who expect one. */
export async function templateWarnings({
  letterTemplates: folder
}: Pick<Config, 'letterTemplates'>): Promise<string[]> {
  if (folder === '') return []
  const files = templateFiles(folder)
  const templates = files.flatMap(([name, { path }]) => (name.endsWith('.typ') ? [readFileSync(path, 'utf8')] : []))
  const isUnused = (name: string) =>
    name === 'provider.json' || (formerImages.includes(name) && !templates.some((text) => text.includes(name)))
  return files
    .filter(([name]) => isUnused(name))
    .map(
      ([name]) =>
        `The file ${name} in the folder ${folder} of LETTER_TEMPLATES has no effect: letterhead, logo and signature are those of the provider's row, which an import of provider changes.`
    )
}

/** Makes the files from which templates read the provider's data: `provider.json` and the images that it names. */
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
