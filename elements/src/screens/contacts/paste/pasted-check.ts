import { allContactFields, ContactSalutation } from '@customer-center/contract/contact'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactFieldMap, type ListedContact } from '../../../data/contact.ts'
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

export interface CheckedPastedRow<Row extends PastedRow = PastedRow> {
  readonly row: Row
  /** Values as the form of one contact has them. */
  readonly values: FormValues
  readonly problems: readonly RowProblem[]
}

/** The values of a new contact. */
const standard = toFormValues({})

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
  const [byEmail, byName, withoutEmail] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>()
  ]
  function twinOf({ firstName, lastName, displayEmail }: NamedContact, line: number): number | undefined {
    const address = (displayEmail ?? '').toLowerCase()
    const name = `${firstName ?? ''} ${lastName ?? ''}`.toLowerCase()
    const twin = byEmail.get(address) ?? (address === '' ? byName : withoutEmail).get(name)
    if (twin !== undefined && line > 0) return twin
    if (address !== '') byEmail.set(address, line)
    for (const names of name.trim() === '' ? [] : [byName, ...(address === '' ? [withoutEmail] : [])]) {
      if (!names.has(name)) names.set(name, line)
    }
    return undefined
  }
  for (const contact of existing) twinOf(contact, 0)
  return twinOf
}

export interface PastedCheck {
  /**
   * The fields that a table may have: those that a new contact fills in, except passwords, which do not belong in a
   * table.
   */
  readonly fields: readonly ContactFormField[]
  readonly columns: readonly KnownColumn[]
  labelOf: (name: ContactFieldName) => string
  /** Returns the choices of a drop-down; null for a text. */
  optionsOf: (name: ContactFieldName) => readonly SelectOption[] | null
  check: <Row extends PastedRow>(rows: readonly Row[], existing: readonly ListedContact[]) => CheckedPastedRow<Row>[]
}

/** Returns the columns that a table of new contacts may have in this shop, and the check of its rows. */
export function usePastedCheck(all: readonly ContactFormField[], choices: FieldChoices<ContactFieldName>): PastedCheck {
  const text = useText()
  const { config } = useAppContext()
  const { ofText } = useValidators()
  const rulesOf = useContactValidators()
  const fields = all.filter(
    ({ name, readOnly }) => !readOnly && !['password', 'active'].includes(name) && allContactFields[name].use === 'both'
  )
  const labelOf = (name: ContactFieldName) => labelIn(fields, name, text)
  const drops = useDropDowns(fields, choices)
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
    columns: fields.map(({ name }) => ({
      name,
      titles: [labelOf(name), config.format.codeOf(contactFieldMap, name) ?? name]
    })),
    labelOf,
    optionsOf: choicesOf,
    check(rows, existing) {
      const twinOf = twinFinder(existing)
      return rows.map((row) => {
        const { values, problems } = checkCells(row.cells)
        const { firstName, lastName } = values
        const twin = twinOf(
          { firstName: textIn(firstName), lastName: textIn(lastName), displayEmail: emailIn(values) },
          row.line
        )
        if (twin === undefined) return { row, values, problems }
        const message = twin === 0 ? text('bulkContacts.exists') : text('bulkContacts.repeated', { line: twin })
        return { row, values, problems: [...problems, { name: null, message }] }
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
