import { allContactFields, ContactSalutation } from '@customer-center/contract/contact'
import { isEmailRequired } from '@customer-center/contract/contact-rules'
import type { RightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import type { FormField } from '../../../data/field.ts'
import { passwordNames, type FormValues, useValidators, type Validator } from '../../../forms/use-validators.ts'
import { useText } from '../../../texts/texts.ts'

export type ContactFieldName = keyof typeof allContactFields

interface ContactFieldRule {
  readonly required: boolean
  /** Validators in addition to those of every text. */
  readonly also: readonly Validator[]
}

interface ContactFieldCircumstances {
  /** The right after the save. */
  readonly right: RightName
  /** The stored value; empty for a new contact. */
  readonly stored: string
  /** The host's attribute. */
  readonly requireEmail: boolean
}

/**
 * Returns the validators for a contact's field. They are the same in the form of one contact and for many
 * contacts at once.
 */
export function useContactValidators(): (
  field: Pick<FormField<ContactFieldName>, 'name' | 'required'>,
  circumstances: ContactFieldCircumstances
) => ContactFieldRule {
  const text = useText()
  const { extendedWebshopRights } = useAppContext().config
  const { email } = useValidators()
  const chosen: Validator = (value) =>
    value === ContactSalutation.placeholder ? text('contact.noSalutation') : undefined
  return ({ name, required: configured }, { right, stored, requireEmail }) => {
    if (name === 'salutation') return { required: true, also: [chosen] }
    if (name !== 'shopEmail' && name !== 'eMailAddress') return { required: configured, also: [] }
    const required = isEmailRequired({ configured, right, extendedWebshopRights, requireEmail })
    return { required, also: [email(stored)] }
  }
}

const emptyValues = Object.fromEntries(Object.keys(allContactFields).map((name) => [name, '']))

/** Returns a contact's values for the form. A new contact is active, without a right and without a salutation. */
export function toFormValues(row: Readonly<Record<string, string>>): FormValues {
  return {
    ...emptyValues,
    ...row,
    salutation: row['salutation'] || ContactSalutation.placeholder,
    webshopRights: row['webshopRights'] || '0',
    active: row['active'] || 'true',
    newsletter: row['newsletter'] === 'true',
    [passwordNames.password]: '',
    [passwordNames.repeat]: ''
  }
}
