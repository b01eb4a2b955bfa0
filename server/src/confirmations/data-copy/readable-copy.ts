import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { toGermanDate } from '@customer-center/contract/dates'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { fillText } from '../../platform/lib/fill-text.ts'
import { formatDateTime } from '../../platform/mail/mail-text.ts'
import type { CopiedTable } from '../../platform/personal-data/person.ts'
import type { CopiedKind } from '../../platform/personal-data/personal-data.ts'
import { fieldName } from '../../platform/saving/field-name.ts'
import texts from './texts.json' with { type: 'json' }

/** A value with its label. */
type Labelled = readonly [label: string, value: string]

/** The rows of one table for people, without empty values. */
export interface ReadableSection {
  heading: string
  /** Names of the tables that are left out; empty if none is. */
  note: string
  rows: (readonly Labelled[])[]
}

/** Limit of rows for people: a page has some 15 of them, and more are for programs. */
const mostRows = 500

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

const fields: FieldTable = { ...invoiceAddressFields, ...customerFields, ...contactFields, ...webshopUserFields }

/** Returns the German label of a member of the copy. */
export function labelOf(member: string): string {
  const own = (texts.labels as Readonly<Record<string, string>>)[member]
  return own ?? fieldName(fields[member]?.code ?? member)
}

/** Writes a person's data in German, table by table; tables without any are only named. */
export function readableCopy(tables: readonly CopiedTable[]): { sections: ReadableSection[]; nothing: string } {
  const headingOf = ({ name }: CopiedTable) => wordOf(texts.sections, name)
  const sections = tables
    .filter(({ rows }) => rows.length > 0)
    .map((table) => ({
      heading: headingOf(table),
      note:
        table.rows.length > mostRows
          ? fillText(texts.newest, { shown: String(mostRows), all: table.rows.length.toLocaleString('de-DE') })
          : '',
      rows: table.rows.slice(0, mostRows).map((row) =>
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
