import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@customer-center/contract/runtime-config'
import { OperatorError } from '../platform/config/operator-error.ts'
import { templateFiles } from '../platform/typesetting/template-files.mjs'

/** A file of the provider's that pages load. */
interface OwnFile {
  readonly type: string
  readonly bytes: Buffer
}

/** By its path below `assets/`. */
export type OwnFiles = ReadonlyMap<string, OwnFile>

/** Where the provider's images are, below `assets/`. */
export const ownImages = 'images'

const imageTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp'
}

const maxBytes = 2 * 1024 * 1024
const textFiles: readonly string[] = languages.map((language) => `text.${language}.custom.json`)
const json = 'application/json; charset=utf-8'

/** The texts, as `{}` where the provider changes none: every browser would report a missing file as an error. */
const noTexts: OwnFiles = new Map(textFiles.map((name) => [name, { type: json, bytes: Buffer.from('{}') }]))

/** The ids of all texts; undefined where the elements are not built. */
function knownIds(elements: string): ReadonlySet<string> | undefined {
  try {
    return new Set(Object.keys(JSON.parse(readFileSync(join(elements, 'assets/text.at.json'), 'utf8')) as object))
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with a file of texts; undefined if nothing is. */
function wrongTexts(text: string, ids: ReadonlySet<string> | undefined): string | undefined {
  const texts = parsed(text)
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return 'is no JSON object of text id to text'
  for (const [id, value] of Object.entries(texts)) {
    if (ids && !ids.has(id)) return `names the text ${id}, which there is not`
    if (typeof value !== 'string') return `has something for ${id} that is no text`
  }
  return undefined
}

/**
 * Reads a folder of the provider's with texts and images, once at the start.
 * @param elements the folder of the built elements, whose texts are the ones that may be changed
 * @throws OperatorError that names the first file that may not be there, and why
 */
export function readOwnFiles(folder: string, elements: string): OwnFiles {
  if (folder === '') return noTexts
  const wrong = (name: string, reason: string) =>
    new OperatorError(`The file ${name} in the folder ${folder} of CONFIG_FILE ${reason}.`)
  const ids = knownIds(elements)
  const files = templateFiles(folder, (link, reason) => {
    throw wrong(link, reason)
  })
  const own = files.map(([name, { path }]) => {
    const slashed = name.replaceAll('\\', '/')
    const [, extension = ''] = /^images\/[\w-][\w.-]*\.(\w+)$/.exec(slashed) ?? []
    const isText = textFiles.includes(slashed)
    const type = isText ? json : imageTypes[extension]
    if (type === undefined)
      throw wrong(name, `is neither ${textFiles.join(', ')} nor an image (.svg, .png, .jpg, .webp) in ${ownImages}`)
    if (statSync(path).size > maxBytes) throw wrong(name, 'is larger than 2 MB')
    const bytes = readFileSync(path)
    const reason = isText ? wrongTexts(bytes.toString('utf8'), ids) : undefined
    if (reason !== undefined) throw wrong(name, reason)
    return [slashed, { type, bytes }] as const
  })
  return new Map([...noTexts, ...own])
}
