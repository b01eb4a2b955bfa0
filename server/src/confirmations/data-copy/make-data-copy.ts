import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { dataCopyFormats, type DataCopyFormat } from '@customer-center/contract/server-function'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { findLetterhead } from '../../company/index.ts'
import type { JobContext } from '../../feature/services.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { formatDateTime } from '../../platform/mail/mail-text.ts'
import {
  type CopiedTable,
  type CustomersOfPerson,
  type PersonKey,
  copyPerson
} from '../../platform/personal-data/person.ts'
import type { CopiedKind } from '../../platform/personal-data/personal-data.ts'
import type { Template } from '../../platform/typesetting/typesetter.ts'
import { fieldName } from '../../records/saving/field-name.ts'
import { defineDocument } from '../document/define-document.ts'
import { letterheadFiles } from '../letter/letter-typesetter.ts'
import { ParameterString } from '../parameter-string.ts'
import texts from './texts.json' with { type: 'json' }

/** A request for a copy of data. It names no person, since a copy is always about the person who requests it. */
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
 * Makes the copy of all data about a person, and about nobody else.
 * @param date the day of the request
 * @param of all customers for the provider, the present one for the person
 * @throws Refusal `noLetterhead` for a PDF; Error in English when it cannot be rendered
 */
export async function makeDataCopy(
  { db, typesetter, personalData }: Pick<JobContext, 'db' | 'typesetter' | 'personalData'>,
  { providerId, contactId }: PersonKey,
  { format }: DataCopyRequest,
  date: IsoDate,
  of: CustomersOfPerson
): Promise<Uint8Array> {
  const tables = await copyPerson(db, { providerId, contactId }, personalData, of)
  const madeAt = new Date()
  if (format === 'JSON') {
    const data = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
    return Buffer.from(`${JSON.stringify({ madeAt: madeAt.toISOString(), ...data }, null, 2)}\n`)
  }
  const letterhead = await findLetterhead(db, providerId)
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
    intro: of === 'all' ? texts.intro : [...texts.intro, texts.former],
    ...readableCopy(tables)
  }
  return typesetter.render(template, data, { files: await letterheadFiles(typesetter, letterhead), size: 'large' })
}

/** The copy of a person's own data, which everybody may request, whatever screens they may open. */
export const dataCopyDocument = defineDocument<DataCopyRequest>({
  name: 'DataCopy',
  screen: null,
  size: 'large',
  // A copy takes as long as an evaluation.
  cost: () => 10,
  parse: parseDataCopyRequest,
  make: async (context, request, { actor, date }) => ({
    file: await makeDataCopy(context, actor, request, date, 'present')
  }),
  // JSON is for programs and has no letterhead.
  hasLetterhead: ({ format }) => format !== 'JSON',
  ofLogin: { tooOld: 'loginTooOldForCopy', event: 'data-copy-asked' }
})

type Labelled = readonly [label: string, value: string]

/** Readable rows of one table, without empty values. */
interface ReadableSection {
  heading: string
  /** Names of the omitted tables; empty if there are none. */
  note: string
  rows: (readonly Labelled[])[]
}

/** Limit of rows in the PDF: a page has some 15 rows, and longer lists are only useful in JSON. */
const maxRows = 500

const wordOf = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name
type Scalar = string | number | boolean | null
const shown = (value: Scalar = null) =>
  typeof value === 'boolean' ? (value ? texts.yes : texts.no) : String(value ?? '–')

type CopiedChange = { readonly old?: Scalar; readonly new?: Scalar; readonly set?: true }

const changeText = ([code, change]: [string, CopiedChange]) => {
  const field = fieldName(code)
  if (change.set) return fillText(texts.secretChanged, { field })
  return fillText(texts.change, { field, old: shown(change.old), new: shown(change.new) })
}

const isSaid = ([, { old = null, new: value = null, set }]: [string, CopiedChange]) =>
  set || old !== null || value !== null

const formats: Readonly<Record<CopiedKind, (value: unknown) => string>> = {
  text: String,
  number: (value) => String(value).replace('.', ','),
  time: (value) => formatDateTime(new Date(String(value))),
  day: (value) => toGermanDate(String(value)),
  flag: (value) => shown(value === true),
  choice: (value) => wordOf(texts.choices, String(value)),
  changes: (value) =>
    Object.entries(value as Record<string, CopiedChange>)
      .filter(isSaid)
      .map(changeText)
      .join('; '),
  fields: (value) => (value as string[]).map(fieldName).join(', ')
}

const fields: FieldTable = { ...invoiceAddressFields, ...customerFields, ...contactFields, ...shopUserFields }

export function labelOf(member: string): string {
  const own = (texts.labels as Readonly<Record<string, string>>)[member]
  return own ?? fieldName(fields[member]?.code ?? member)
}

/** Writes a person's data in German, table by table; only names tables without data. */
function readableCopy(tables: readonly CopiedTable[]): { sections: ReadableSection[]; nothing: string } {
  const headingOf = ({ name }: CopiedTable) => wordOf(texts.sections, name)
  const sections = tables
    .filter(({ rows }) => rows.length > 0)
    .map((table) => ({
      heading: headingOf(table),
      note: table.rows.length > maxRows ? fillText(texts.newest, { shown: maxRows, all: table.rows.length }) : '',
      rows: table.rows.slice(0, maxRows).map((row) =>
        Object.entries(table.columns).flatMap(([member, { kind }]): Labelled[] => {
          const value = row[member] ?? null
          const text = value === null ? '' : formats[kind](value)
          return text === '' ? [] : [[labelOf(member), text]]
        })
      )
    }))
  const empty = tables.filter(({ rows }) => rows.length === 0).map(headingOf)
  return { sections, nothing: empty.length === 0 ? '' : fillText(texts.nothing, { sections: empty.join(', ') }) }
}
