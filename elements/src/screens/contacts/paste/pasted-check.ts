import { allContactFields, ContactSalutation } from '@customer-center/contract/contact'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactFieldMap, type ListedContact } from '../../../data/contact.ts'
import { labelIn, type FormField } from '../../../data/field.ts'
import { type FieldChoices, optionsOf } from '../../../data/possible-values.ts'
import { offeredRights } from '../../../data/rights.ts'
import { countryOptions } from '../../../forms/address-fields.tsx'
import { useValidators, type FormValues, type Validator } from '../../../forms/use-validators.ts'
import type { SelectOption } from '../../../parts/fields/select-field.tsx'
import { useText, type Text } from '../../../texts/texts.ts'
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

/** A person who could be named by another row, too. */
interface NamedContact {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The values of a new contact. */
const standard = toFormValues({})

interface RowCheck {
  readonly fields: readonly ContactFormField[]
  readonly text: Text
  /** Returns the choices of a drop-down; null for a text. */
  choicesOf: (name: ContactFieldName) => readonly SelectOption[] | null
  validatorsOf: (field: ContactFormField, values: FormValues) => readonly Validator[]
}

/** Checks each row by the rules of the form of one contact, and whether it names an existing person. */
function checkPastedRows<Row extends PastedRow>(
  rows: readonly Row[],
  existing: readonly NamedContact[],
  check: RowCheck
): CheckedPastedRow<Row>[] {
  const known = new KnownContacts(existing)
  return rows.map((row) => {
    const { values, problems } = checkCells(row.cells, check)
    const twin = known.twinOf(nameIn(values), row.line)
    if (twin === null) return { row, values, problems }
    const message = twin === 0 ? check.text('bulkContacts.exists') : check.text('bulkContacts.repeated', { line: twin })
    return { row, values, problems: [...problems, { name: null, message }] }
  })
}

function checkCells(cells: PastedRow['cells'], { fields, text, choicesOf, validatorsOf }: RowCheck) {
  const values: FormValues = { ...standard }
  const unknown = new Map<string, string>()
  for (const { name } of fields) {
    const cell = cells[name] ?? ''
    const options = choicesOf(name)
    if (cell === '' || (name === 'salutation' && cell === ContactSalutation.placeholder)) continue
    const value = options ? chosen(options, cell) : cell
    if (value === undefined) unknown.set(name, text('bulkContacts.notOffered', { value: cell }))
    else values[name] = typeof standard[name] === 'boolean' ? value === 'true' : value
  }
  const problems = fields.flatMap((field): RowProblem[] => {
    const { name } = field
    const message =
      unknown.get(name) ??
      validatorsOf(field, values)
        .map((validate) => validate(String(values[name] ?? ''), values))
        .find(Boolean)
    return message ? [{ name, message }] : []
  })
  return { values, problems }
}

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
  return String(values['shopEmail'] || values['eMailAddress'] || '')
}

function nameIn(values: FormValues): NamedContact {
  const { firstName, lastName } = values
  return { firstName: String(firstName ?? ''), lastName: String(lastName ?? ''), email: emailIn(values) }
}

/**
 * The known contacts. Two contacts are the same person if they have the same address, or the same name unless both have
 * an address: a father and a son may have the same name.
 */
class KnownContacts {
  readonly #byEmail = new Map<string, number>()
  readonly #byName = new Map<string, { line: number; hasEmail: boolean }[]>()

  constructor(existing: readonly NamedContact[]) {
    for (const contact of existing) this.#add(contact, 0)
  }

  /**
   * Returns the line that names the same person, 0 for a stored contact. Null if there is none; from then on the
   * contact is known.
   */
  twinOf(contact: NamedContact, line: number): number | null {
    const namesakes = this.#byName.get(fullName(contact)) ?? []
    const twin =
      this.#byEmail.get(contact.email.toLowerCase()) ??
      namesakes.find(({ hasEmail }) => !hasEmail || contact.email === '')?.line
    if (twin !== undefined) return twin
    this.#add(contact, line)
    return null
  }

  #add(contact: NamedContact, line: number): void {
    if (contact.email !== '') this.#byEmail.set(contact.email.toLowerCase(), line)
    const name = fullName(contact)
    if (name.trim() === '') return
    const namesakes = this.#byName.get(name) ?? []
    this.#byName.set(name, [...namesakes, { line, hasEmail: contact.email !== '' }])
  }
}

function fullName({ firstName, lastName }: NamedContact): string {
  return `${firstName} ${lastName}`.toLowerCase()
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
  const dropOf = (name: ContactFieldName) => drops[name] ?? null
  return {
    fields,
    columns: fields.map(({ name }) => ({
      name,
      titles: [labelOf(name), config.format.codeOf(contactFieldMap, name) ?? name]
    })),
    labelOf,
    optionsOf: dropOf,
    check: (rows, existing) =>
      checkPastedRows(
        rows,
        existing.map(({ firstName, lastName, displayEmail }) => ({
          firstName: firstName ?? '',
          lastName: lastName ?? '',
          email: displayEmail ?? ''
        })),
        {
          fields,
          text,
          choicesOf: dropOf,
          validatorsOf: (field, values) =>
            ofText({
              ...rulesOf(field, { right: rightIn(values), stored: '', requireEmail: false }),
              // The limit is 0 for a field that is no text.
              max: allContactFields[field.name].max || Infinity
            })
        }
      )
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
