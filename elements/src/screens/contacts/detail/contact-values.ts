import { allContactFields } from '@customer-center/contract/contact'
import { ContactSalutation } from '@customer-center/contract/salutation'
import { passwordNames } from '../../../forms/password-fields.tsx'
import type { FormValues } from '../../../forms/use-validators.ts'

const emptyValues = Object.fromEntries(Object.keys(allContactFields).map((name) => [name, '']))

/** A contact's values for the form; a new one is active, without a right and without a salutation. */
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

/** The changes to send: a password only if the form shows one. */
export function changesToSend(changes: FormValues, withPassword: boolean): FormValues {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => name !== passwordNames.password || (withPassword && value !== ''))
  )
}
