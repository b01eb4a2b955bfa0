import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  jsonType,
  type OwnFile,
  type OwnFolder,
  type OwnTexts,
  serverTextFile,
  textFiles,
  wrongOwnFile
} from '../platform/config/own-folder.ts'
import { wrongServerTexts } from '../platform/config/own-texts.ts'

/** Files by their paths below `assets/`. */
export type OwnFiles = ReadonlyMap<string, OwnFile>

/** The texts, as `{}` where the provider changes none: every browser would report a missing file as an error. */
const noTexts: OwnFiles = new Map(textFiles.map((name) => [name, { type: jsonType, bytes: Buffer.from('{}') }]))

/** Returns the ids of all texts; undefined where the elements are not built. */
function knownIds(elements: string): ReadonlySet<string> | undefined {
  try {
    return new Set(Object.keys(JSON.parse(readFileSync(join(elements, 'assets/text.at.json'), 'utf8')) as object))
  } catch {
    return undefined
  }
}

/** Describes the fault of texts of the elements; undefined if there is none. */
function wrongTexts(texts: OwnTexts, ids: ReadonlySet<string> | undefined): string | undefined {
  for (const [id, value] of Object.entries(texts)) {
    if (ids && !ids.has(id)) return `names the text ${id}, which there is not`
    if (typeof value !== 'string') return `has something for ${id} that is no text`
  }
  return undefined
}

/**
 * Returns the files of the provider's folder that pages load, and checks its texts.
 * @param elements the folder of the built elements, whose texts are the ones that may be changed
 * @throws OperatorError that names the first wrong text
 */
export function readOwnFiles(own: OwnFolder, elements: string): OwnFiles {
  const ids = knownIds(elements)
  const reasons = [...own.elementTexts].map(([name, texts]) => [name, wrongTexts(texts, ids)] as const)
  for (const [name, reason] of [...reasons, [serverTextFile, wrongServerTexts(own.serverTexts)] as const])
    if (reason !== undefined) throw wrongOwnFile(own, name, reason)
  return new Map([...noTexts, ...own.files])
}
