import { readFileSync, statSync } from 'node:fs'
import { languages } from '@customer-center/contract/runtime-config'
import { templateFiles } from '../lib/template-files.ts'
import { OperatorError } from './operator-error.ts'

/** A file of the provider's that pages load. */
export interface OwnFile {
  readonly type: string
  readonly bytes: Buffer
}

/** Texts by their ids, unchecked. */
export type OwnTexts = Readonly<Record<string, unknown>>

/** A provider's folder with texts and images, as it was at the start. */
export interface OwnFolder {
  /** Its path, or empty without a folder. */
  readonly path: string
  /** Files that pages load, by their paths below `assets/`. */
  readonly files: ReadonlyMap<string, OwnFile>
  /** Texts of the elements, by file. */
  readonly elementTexts: ReadonlyMap<string, OwnTexts>
  /** Texts of mails and of the server's own pages. */
  readonly serverTexts: OwnTexts
}

export const noOwnFolder: OwnFolder = { path: '', files: new Map(), elementTexts: new Map(), serverTexts: {} }

/** The folder of the provider's images, below `assets/`. */
export const ownImages = 'images'

const imageTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp'
}

const maxBytes = 2 * 1024 * 1024
export const jsonType = 'application/json; charset=utf-8'

export const textFiles: readonly string[] = languages.map((language) => `text.${language}.custom.json`)

export const serverTextFile = 'text.server.custom.json'

export function wrongOwnFile({ path }: Pick<OwnFolder, 'path'>, name: string, reason: string): OperatorError {
  return new OperatorError(`The file ${name} in the folder ${path} of CONFIG_FILE ${reason}.`)
}

function parseTexts(bytes: Buffer): OwnTexts | undefined {
  try {
    const texts: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof texts === 'object' && texts !== null && !Array.isArray(texts) ? (texts as OwnTexts) : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads a provider's folder once at the start.
 * @throws OperatorError that names the first invalid file and the reason
 */
export function readOwnFolder(path: string): OwnFolder {
  const wrong = (name: string, reason: string) => wrongOwnFile({ path }, name, reason)
  const files = new Map<string, OwnFile>()
  const texts = new Map<string, OwnTexts>()
  const found = templateFiles(path, (link, reason) => {
    throw wrong(link, reason)
  })
  for (const [given, { path: file }] of found) {
    const name = given.replaceAll('\\', '/')
    const [, extension = ''] = /^images\/[\w-][\w.-]*\.(\w+)$/.exec(name) ?? []
    const isText = name === serverTextFile || textFiles.includes(name)
    const type = isText ? jsonType : imageTypes[extension]
    if (type === undefined)
      throw wrong(
        given,
        `is neither ${[...textFiles, serverTextFile].join(', ')} nor an image (.svg, .png, .jpg, .webp) in ${ownImages}`
      )
    if (statSync(file).size > maxBytes) throw wrong(given, 'is larger than 2 MB')
    const bytes = readFileSync(file)
    if (isText) {
      const read = parseTexts(bytes)
      if (!read) throw wrong(given, 'is no JSON object of text id to text')
      texts.set(name, read)
    }
    // This server alone reads its own texts.
    if (name !== serverTextFile) files.set(name, { type, bytes })
  }
  const serverTexts = texts.get(serverTextFile) ?? {}
  texts.delete(serverTextFile)
  return { path, files, elementTexts: texts, serverTexts }
}
