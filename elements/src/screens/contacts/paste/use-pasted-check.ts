import { allContactFields } from '@customer-center/contract/contact'
import { useAppContext } from '../../../context/app-context.ts'
import { contactReader, type ListedContact } from '../../../data/contact.ts'
import { labelIn } from '../../../data/field.ts'
import { type FieldChoices, optionsOf } from '../../../data/possible-values.ts'
import { offeredRights } from '../../../data/rights.ts'
import { countryOptions } from '../../../forms/address-fields.tsx'
import { useValidators } from '../../../forms/use-validators.ts'
import type { SelectOption } from '../../../parts/fields/select-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { loginField, requiredName } from '../detail/contact-form-rules.ts'
import { rightOptions, yesOrNo } from '../detail/contact-form-texts.ts'
import { type ContactFieldName, toFormValues, useContactValidators } from '../detail/contact-validators.ts'
import { useSalutations } from '../detail/salutation-field.tsx'
import { type CheckedPastedRow, checkPastedRows, type ContactFormField, rightIn } from './pasted-check.ts'
import type { KnownColumn, PastedRow } from './pasted-rows.ts'

export interface PastedCheck {
  /** The fields that a table may have: not those that a new contact does not fill in, and no passwords, which do not belong there. */
  readonly fields: readonly ContactFormField[]
  readonly columns: readonly KnownColumn[]
  labelOf: (name: ContactFieldName) => string
  /** Returns the choices of a drop-down; null for a text. */
  optionsOf: (name: ContactFieldName) => readonly SelectOption[] | null
  check: <Row extends PastedRow>(rows: readonly Row[], existing: readonly ListedContact[]) => CheckedPastedRow<Row>[]
}

const standard = toFormValues({})

/** Returns the columns that a table of new contacts may have in this shop, and the check of its rows. */
export function usePastedCheck(all: readonly ContactFormField[], choices: FieldChoices<ContactFieldName>): PastedCheck {
  const text = useText()
  const { config } = useAppContext()
  const { ofText } = useValidators()
  const rulesOf = useContactValidators()
  const alwaysRequired = requiredName(all)
  const fields = all
    .filter(
      ({ name, readOnly }) =>
        !readOnly && !['password', 'active'].includes(name) && allContactFields[name].use === 'both'
    )
    .map((field) => (field.name === alwaysRequired ? { ...field, required: true } : field))
  const labelOf = (name: ContactFieldName) => labelIn(fields, name, text)
  const drops = useDropDowns(fields, choices)
  const dropOf = (name: ContactFieldName) => drops[name] ?? null
  const read = contactReader(config.fieldCodes)
  return {
    fields,
    columns: fields.map(({ name }) => ({
      name,
      titles: [labelOf(name), config.fieldCodes[`contact.${name}`] || allContactFields[name].code]
    })),
    labelOf,
    optionsOf: dropOf,
    check: (rows, existing) =>
      checkPastedRows(
        rows,
        existing.map((contact) => ({
          firstName: read(contact, 'firstName') ?? '',
          lastName: read(contact, 'lastName') ?? '',
          email: read(contact, 'displayEmail') ?? ''
        })),
        {
          standard,
          fields,
          text,
          optionsOf: dropOf,
          validatorsOf: (field, values) =>
            ofText({
              ...rulesOf(field, {
                right: rightIn(values),
                stored: '',
                login: loginField(fields, ''),
                requireEmail: false
              }),
              // The limit is 0 for a field that is no text.
              max: allContactFields[field.name].max || Infinity
            })
        }
      )
  }
}

/** Returns the choices of the fields that are drop-downs. */
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
