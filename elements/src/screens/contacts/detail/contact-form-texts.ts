import { ContactSalutation } from '@customer-center/contract/contact'
import { mayEditRights } from '@customer-center/contract/contact-rules'
import { Right, type RightName, rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { rightLabel } from '../../../data/rights.ts'
import type { FormValues } from '../../../forms/use-validators.ts'
import type { SelectOption } from '../../../parts/fields/select-field.tsx'
import { type Text, useText } from '../../../texts/texts.ts'
import { type ContactFormSituation, salutationChoices } from './contact-form-rules.ts'

interface AccessMail {
  readonly situation: ContactFormSituation
  /** The right that is selected in the form. */
  readonly right: RightName
  /** Whether the form shows the fields of a password. */
  readonly hasPassword: boolean
  readonly valueOf: (name: 'password' | 'shopEmail' | 'eMailAddress') => FormValues[string] | undefined
}

/**
 * Returns the note below the right: the server mails a password to a person who gets a right without one.
 * Null if the save cannot give access.
 */
export function accessNoteOf({ situation, right, hasPassword, valueOf }: AccessMail, text: Text): string | null {
  if (!mayEditRights(situation) || situation.storedRight !== 'none') return null
  if (right === 'none') return text('contact.noAccess')
  if (valueOf('password')) return text('contact.ownPassword')
  const email = String(valueOf('shopEmail') || valueOf('eMailAddress') || text('contact.itsEmail'))
  const mailed = text(situation.isNew ? 'contact.accessMail' : 'contact.accessMailFirst', { email })
  return hasPassword ? `${mailed} ${text('contact.orPassword')}` : mailed
}

/**
 * Returns the sentence that follows the message after a save: the server has mailed a new contact a password. The
 * server does not say whether a stored contact had a password before.
 *
 * @param email - The address of the login that the save brought.
 */
export function mailedTextOf(values: FormValues, email: string | null, text: Text): string {
  const isMailed = rightName(Number(values['webshopRights'])) !== 'none' && !values['password'] && email
  return isMailed ? `. ${text('contact.accessMailed', { email })}` : ''
}

/** Returns the choices of a flag. */
export function yesOrNo(text: Text): SelectOption[] {
  return [
    { value: 'true', label: text('contact.yes') },
    { value: 'false', label: text('contact.no') }
  ]
}

/** Returns the salutations of the shop, and the stored one. */
export function useSalutations(stored: string): SelectOption[] {
  const text = useText()
  const { notSpecifiedSalutation } = useAppContext().config
  const labels: Readonly<Record<string, string>> = {
    [ContactSalutation.mister]: text('salutation.mister'),
    [ContactSalutation.misses]: text('salutation.misses'),
    [ContactSalutation.diverse]: text('salutation.diverse'),
    [ContactSalutation.notSpecified]: text('salutation.notSpecified'),
    [ContactSalutation.company]: text('salutation.company')
  }
  return salutationChoices(notSpecifiedSalutation, stored).map((value) => ({ value, label: labels[value] ?? value }))
}

export function rightOptions(rights: readonly RightName[], extended: boolean, text: Text): SelectOption[] {
  return rights.map((right) => ({ value: String(Right[right]), label: text(rightLabel(right, extended)) }))
}

export function nameIn(values: FormValues): string {
  return [values['firstName'], values['lastName']].filter(Boolean).join(' ')
}
