import { contactFields } from '@customer-center/contract/contact'
import { ContactSalutation } from '@customer-center/contract/salutation'
import { passwordNames } from '../../forms/password-fields.tsx'
import type { FormValues } from '../../forms/use-checks.ts'

const nothing = Object.fromEntries(Object.keys(contactFields).map((name) => [name, '']))

/** A contact as the form holds it; a new one is active, without a right and without a salutation. */
export function formValues(row: Readonly<Record<string, string>>): FormValues {
  return {
    ...nothing,
    ...row,
    salutation: row['salutation'] || ContactSalutation.placeholder,
    webshopRights: row['webshopRights'] || '0',
    active: row['active'] || 'true',
    newsletter: row['newsletter'] === 'true',
    [passwordNames.password]: '',
    [passwordNames.repeat]: ''
  }
}

/** What of the changes is sent: a password only where the form shows one, and the active flag as what it is. */
export function toSend(changes: FormValues, withPassword: boolean): FormValues {
  const sent = Object.entries(changes).filter(
    ([name, value]) => name !== passwordNames.password || (withPassword && value !== '')
  )
  return Object.fromEntries(sent.map(([name, value]) => [name, name === 'active' ? value === 'true' : value]))
}
