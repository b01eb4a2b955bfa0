import { timeZone } from '@customer-center/contract/dates'
import { fileNameOf } from '@customer-center/contract/file-name'
import { germanFileSize } from '@customer-center/contract/file-size'
import { fillText } from '../../platform/lib/fill-text.ts'
import type { FoundDocument } from '../document/document.repository.ts'
import texts from './texts.json' with { type: 'json' }

export interface NamedDocument {
  /** The name in the ZIP file; different from all others there, also where capitals do not count. */
  readonly name: string
  readonly document: FoundDocument
}

const atFormat = new Intl.DateTimeFormat('de-AT', { timeZone, dateStyle: 'medium', timeStyle: 'short' })

/** Makes names unique: the second of one name gets ` (2)` before its extension. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((first) => {
    const dot = first.lastIndexOf('.')
    let name = first
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${first.slice(0, dot)} (${count})${first.slice(dot)}`
    }
    taken.add(name.toLowerCase())
    return name
  })
}

/** Gives documents safe names of section 9, none of them the index's. */
export function nameDocuments(documents: readonly FoundDocument[]): NamedDocument[] {
  const own = documents.map(({ fileName, caption }) => fileNameOf(fileName, caption))
  const [, ...names] = uniqueNames([texts.index, ...own])
  return documents.map((document, index) => ({ name: names[index] ?? '', document }))
}

/** Returns the name of the ZIP file, with its extension. */
export function zipNameOf(name: string): string {
  // A slash stays as a dash: the end of a path would be little of an event's name, such as `Modul 1/2`.
  return fileNameOf(`${name.replace(/[/\\]/g, '-')}.pdf`).replace(/\.pdf$/, '.zip')
}

/** A caption is one line of the list, whatever is in it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * Writes the content of the ZIP file as a list for people; lines end as on Windows, whose editor is the one that would
 * mind.
 */
export function zipIndex(
  title: string,
  documents: readonly NamedDocument[],
  now: Date
): { name: string; text: string } {
  const at = atFormat.format(now)
  const count = fillText(documents.length === 1 ? texts.oneDocument : texts.documents, {
    count: String(documents.length),
    at
  })
  const lines = documents.map(({ name, document: { caption, size } }) =>
    fillText(texts.line, { name, caption: oneLine(caption), size: germanFileSize(size) })
  )
  return { name: texts.index, text: [title, count, '', ...lines, ''].join('\r\n') }
}
