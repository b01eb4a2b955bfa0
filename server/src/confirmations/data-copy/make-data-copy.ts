import type { IsoDate } from '@customer-center/contract/dates'
import { dataCopyFormats, type DataCopyFormat } from '@customer-center/contract/server-function'
import { findLetterhead } from '../../company/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { formatDateTime } from '../../platform/mail/mail-text.ts'
import { type CopiedTable, type PersonKey, copyPerson } from '../../platform/personal-data/person.ts'
import type { JobContext } from '../../platform/services.ts'
import type { Template } from '../../platform/typesetting/typesetter.ts'
import { defineDocument } from '../document/define-document.ts'
import { letterheadFiles } from '../letter/letterhead-files.ts'
import { ParameterString } from '../parameter-string.ts'
import { readableCopy, type ReadableSection } from './readable-copy.ts'
import texts from './texts.json' with { type: 'json' }

/** A request for a copy of data. It names no person, since it is always about the person who asks. */
interface DataCopyRequest {
  readonly format: DataCopyFormat
}

/** @throws Refusal `badValue` */
function parseDataCopyRequest(text: string): DataCopyRequest {
  const given = new ParameterString(text, ['format']).text('format')
  const format = dataCopyFormats.find((known) => known === given)
  if (format === undefined) throw new Refusal('badValue', { name: 'format' })
  return { format }
}

interface DataCopyData {
  title: string
  date: IsoDate
  facts: (readonly [label: string, value: string])[]
  intro: string[]
  sections: ReadableSection[]
  nothing: string
}

const template: Template<DataCopyData> = 'data-copy'

const textOf = (tables: readonly CopiedTable[], table: string, member: string): string => {
  const value = tables.find(({ name }) => name === table)?.rows[0]?.[member]
  return typeof value === 'string' ? value : ''
}

/**
 * Makes the copy of all data about the actor, and about nobody else.
 * @param date the day of the request
 * @throws Refusal `noLetterhead` for a PDF; Error in English when it cannot be rendered
 */
async function makeDataCopy(
  { db, typesetter, personalData }: Pick<JobContext, 'db' | 'typesetter' | 'personalData'>,
  { provider, contact }: PersonKey,
  { format }: DataCopyRequest,
  date: IsoDate
): Promise<Uint8Array> {
  const tables = await copyPerson(db, { provider, contact }, personalData)
  const madeAt = new Date()
  if (format === 'JSON') {
    const data = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
    return Buffer.from(`${JSON.stringify({ madeAt: madeAt.toISOString(), ...data }, null, 2)}\n`)
  }
  const letterhead = await findLetterhead(db, provider)
  const name = ['firstName', 'lastName'].map((member) => textOf(tables, 'person', member)).join(' ')
  const data: DataCopyData = {
    title: texts.title,
    date,
    facts: [
      [texts.provider, letterhead.company],
      [texts.name, name.trim()],
      [texts.customer, textOf(tables, 'contact', 'customerNumber')],
      [texts.madeAt, formatDateTime(madeAt)]
    ],
    intro: texts.intro,
    ...readableCopy(tables)
  }
  return typesetter.render(template, data, { files: await letterheadFiles(typesetter, letterhead), size: 'large' })
}

/** The copy of one's own data: everybody may have it, whichever screens are open. */
export const dataCopyDocument = defineDocument<DataCopyRequest>({
  name: 'DataCopy',
  screen: null,
  size: 'large',
  // A copy takes as long as an evaluation.
  cost: () => 10,
  parse: parseDataCopyRequest,
  make: async (context, request, { actor, date }) => ({ file: await makeDataCopy(context, actor, request, date) }),
  // A file for programs has no letterhead.
  hasLetterhead: ({ format }) => format !== 'JSON',
  ofLogin: { tooOld: 'loginTooOldForCopy', event: 'data-copy-asked' }
})
