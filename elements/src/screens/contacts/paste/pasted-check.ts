import { allContactFields, ContactSalutation } from '@customer-center/contract/contact'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactFieldMap, type ListedContact, type SavedContact } from '../../../data/contact.ts'
import { labelIn, type FormField } from '../../../data/field.ts'
import { type FieldChoices, optionsOf } from '../../../data/possible-values.ts'
import { offeredRights } from '../../../data/rights.ts'
import { countryOptions } from '../../../forms/address-fields.tsx'
import { type FormValues, useValidators } from '../../../forms/use-validators.ts'
import type { SelectOption } from '../../../parts/fields/select-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { rightOptions, yesOrNo, useSalutations } from '../detail/contact-form-texts.ts'
import { type ContactFieldName, toFormValues, useContactValidators } from '../detail/contact-validators.ts'
import type { KnownColumn, PastedRow } from './pasted-rows.ts'

export type ContactFormField = FormField<ContactFieldName>

/** The reason why a row is not accepted; without a field if it is about the whole row. */
interface RowProblem {
  readonly name: ContactFieldName | null
  readonly message: string
}

export interface RowResult {
  readonly state: 'created' | 'refused'
  readonly message: string
  readonly saved?: SavedContact
}

export interface OpenRow extends PastedRow {
  /** Fields that are being corrected: their inputs stay when the typed text becomes valid. */
  readonly open: readonly ContactFieldName[]
  /** The row's result, until the row is changed. */
  readonly result: RowResult | null
}

export interface CheckedPastedRow {
  readonly row: OpenRow
  /** Values as the form of one contact has them. */
  readonly values: FormValues
  /** Problems of the row, except those of empty cells that a field for all rows fills. */
  readonly faults: readonly RowProblem[]
  /** How far the row is: `waiting` lacks only values that may come for all rows. */
  readonly state: RowResult['state'] | 'waiting' | 'ready'
}

/** The values of a new contact. */
export const standard = toFormValues({})

/**
 * Finds a choice by its text in the drop-down, or by its value, such as `ASP_ANREDE` in a file from another program.
 */
function chosen(options: readonly SelectOption[], cell: string): string | undefined {
  const wanted = cell.toLowerCase()
  const found =
    options.find(({ label }) => label.toLowerCase() === wanted) ??
    options.find(({ value }) => value.toLowerCase() === wanted)
  return found?.value
}

export function rightIn(values: FormValues) {
  return rightName(Number(values['webshopRights']))
}

export function emailIn(values: FormValues): string {
  return textIn(values['shopEmail'] || values['eMailAddress'])
}

const textIn = (value: FormValues[string] | undefined) => String(value ?? '')

/** A person whom another row may name, too. */
type NamedContact = Pick<ListedContact, 'firstName' | 'lastName' | 'displayEmail'>

/**
 * Returns a function that finds the line that names the same person, 0 for a stored contact; undefined if there is none,
 * and the contact is known from then on. Two contacts are the same person if they have the same address, or the same name
 * unless both have an address: a father and a son may have the same name.
 */
function twinFinder(existing: readonly ListedContact[]) {
  const byEmail = new Map<string, number>()
  const byName = new Map<string, number>()
  const withoutEmail = new Map<string, number>()
  function twinOf({ firstName, lastName, displayEmail }: NamedContact, line: number): number | undefined {
    const address = (displayEmail ?? '').toLowerCase()
    const name = `${firstName ?? ''} ${lastName ?? ''}`.trim().toLowerCase()
    const twin = byEmail.get(address) ?? (address ? withoutEmail : byName).get(name)
    if (twin !== undefined && line > 0) return twin
    if (address) byEmail.set(address, line)
    if (name && !byName.has(name)) byName.set(name, line)
    if (name && !address && !withoutEmail.has(name)) withoutEmail.set(name, line)
    return undefined
  }
  for (const contact of existing) twinOf(contact, 0)
  return twinOf
}

export type PastedCheck = ReturnType<typeof usePastedCheck>

/** Returns the columns that a table of new contacts may have in this shop, and the check of its rows. */
export function usePastedCheck(all: readonly ContactFormField[], choices: FieldChoices<ContactFieldName>) {
  const text = useText()
  const { config } = useAppContext()
  const { ofText } = useValidators()
  const rulesOf = useContactValidators()
  // Passwords do not belong in a table.
  const fields = all.filter(
    ({ name, readOnly }) => !readOnly && !['password', 'active'].includes(name) && allContactFields[name].use === 'both'
  )
  const labelOf = (name: ContactFieldName) => labelIn(fields, name, text)
  const drops = useDropDowns(fields, choices)
  /** Returns the choices of a drop-down; null for a text. */
  const choicesOf = (name: ContactFieldName) => drops[name] ?? null
  const validatorsOf = (field: ContactFormField, values: FormValues) =>
    ofText({
      ...rulesOf(field, { right: rightIn(values), stored: '', requireEmail: false }),
      // The limit is 0 for a field that is no text.
      max: allContactFields[field.name].max || Infinity
    })

  function checkCells(cells: PastedRow['cells']) {
    const values: FormValues = { ...standard }
    const unknown: Partial<Record<ContactFieldName, string>> = {}
    for (const { name } of fields) {
      const cell = cells[name] ?? ''
      if (cell === '' || (name === 'salutation' && cell === ContactSalutation.placeholder)) continue
      const options = choicesOf(name)
      const value = options ? chosen(options, cell) : cell
      if (value === undefined) unknown[name] = text('bulkContacts.notOffered', { value: cell })
      else values[name] = typeof standard[name] === 'boolean' ? value === 'true' : value
    }
    const faultOf = (field: ContactFormField) =>
      validatorsOf(field, values)
        .map((validate) => validate(textIn(values[field.name]), values))
        .find(Boolean)
    const problems = fields.flatMap((field): RowProblem[] => {
      const message = unknown[field.name] ?? faultOf(field)
      return message ? [{ name: field.name, message }] : []
    })
    return { values, problems }
  }

  return {
    fields,
    columns: fields.map(({ name }): KnownColumn => ({
      name,
      titles: [labelOf(name), config.format.codeOf(contactFieldMap, name) ?? name]
    })),
    labelOf,
    optionsOf: choicesOf,
    /** Checks the rows together; empty cells of the fields that are `asked` once for all rows are no fault. */
    check(
      rows: readonly OpenRow[],
      existing: readonly ListedContact[],
      asked: readonly ContactFormField[]
    ): readonly CheckedPastedRow[] {
      const isAsked = (name: ContactFieldName) => asked.some((field) => field.name === name)
      const twinOf = twinFinder(existing)
      return rows.map((row) => {
        const { values, problems } = checkCells(row.cells)
        const person = { firstName: textIn(values['firstName']), lastName: textIn(values['lastName']) }
        const twin = twinOf({ ...person, displayEmail: emailIn(values) }, row.line)
        if (twin !== undefined) {
          const message = twin === 0 ? text('bulkContacts.exists') : text('bulkContacts.repeated', { line: twin })
          problems.push({ name: null, message })
        }
        const faults = problems.filter(({ name }) => name === null || row.cells[name] || !isAsked(name))
        const unless = problems.length > 0 ? 'waiting' : 'ready'
        return { row, values, faults, state: row.result?.state ?? (faults.length > 0 ? 'refused' : unless) }
      })
    }
  }
}

function useDropDowns(
  fields: readonly ContactFormField[],
  choices: FieldChoices<ContactFieldName>
): Partial<Record<ContactFieldName, readonly SelectOption[]>> {
  const text = useText()
  const { extendedWebshopRights } = useAppContext().config
  return {
    salutation: useSalutations(''),
    webshopRights: rightOptions(offeredRights(extendedWebshopRights), extendedWebshopRights, text),
    newsletter: yesOrNo(text),
    customField16: optionsOf(choices.customField16),
    customField17: optionsOf(choices.customField17),
    ...(fields.some(({ name }) => name === 'country') && { country: countryOptions('') })
  }
}
