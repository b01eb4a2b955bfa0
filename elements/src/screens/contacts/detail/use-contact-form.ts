import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import {
  addContact,
  changeContact,
  contact,
  type ContactKeys,
  type NewContact,
  refreshContact,
  type SavedContact
} from '../../../data/contact.ts'
import { type FormField, labelIn } from '../../../data/field.ts'
import type { RowValues } from '../../../data/row-values.ts'
import { useLogOutAfterEmailChange } from '../../../forms/use-log-out-after-email-change.ts'
import { type RowForm, type StoredFormRow, useRowForm } from '../../../forms/use-row-form.ts'
import { passwordNames, type FormValues } from '../../../forms/use-validators.ts'
import { idempotencyKeys } from '../../../lib/idempotency-key.ts'
import { useText } from '../../../texts/texts.ts'
import { type ContactFormSituation, isOwnContact, showsPassword } from './contact-form-rules.ts'
import { mailedTextOf, nameIn } from './contact-form-texts.ts'
import { type ContactFieldName, toFormValues } from './contact-validators.ts'

export interface ContactFormOptions {
  /** The keys; null for a contact that does not exist yet. */
  keys: ContactKeys | null
  /** The customer of a new contact, if the host names it. */
  customer?: NewContact['customer']
  row: RowValues
  fields: readonly FormField<ContactFieldName>[]
  onSaved: (saved: SavedContact) => void
}

export interface ContactRowForm extends RowForm {
  readonly situation: ContactFormSituation
  readonly labelOf: (name: string) => string
}

/** Returns the form of a contact's row: it creates or changes the contact, and ends the login of a changed user name. */
export function useContactForm(options: ContactFormOptions): ContactRowForm {
  const { keys, row, fields, onSaved } = options
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const emailChanged = useLogOutAfterEmailChange()
  const situation = useSituation(keys, row)
  const mailsAccess = useBackendFeature('access')
  const send = useSend(options, situation)
  const stored = useMemo(() => ({ ...row, values: toFormValues(row.values) }), [row])
  const labelOf = (name: string) => labelIn(fields, name, text)

  const rowForm = useRowForm({
    resource: 'contact',
    asksBeforeLeaving: true,
    stored,
    labelOf,
    reload: async () => {
      const fresh = keys ? await queries.fetchQuery({ ...contact(app, keys, fields), staleTime: 0 }) : row
      return { ...fresh, values: toFormValues(fresh.values) }
    },
    send: async (changes, base) => {
      const saved = await send(changes, base)
      const { shopEmail } = saved
      const isRenamed = situation.own && !isOwnContact(shopEmail ?? '', app.session.profile?.emailAddress ?? '')
      const newUserName = isRenamed ? shopEmail : null
      // A new user name has ended the session: reading the list would only ask for a login.
      return { ...(newUserName ? saved : await refreshContact(app, queries, saved)), newUserName }
    },
    statusOf: (values, { pvaid, shopEmail }, saved) => ({
      row: pvaid,
      message: situation.isNew
        ? text('save.savedName', { name: nameIn(values) }) + mailedTextOf(values, mailsAccess ? shopEmail : null, text)
        : saved(nameIn(values))
    }),
    onSaved: (_, { newUserName }, shown) => {
      if (newUserName) emailChanged(newUserName, shown)
    },
    leave: onSaved
  })
  return { ...rowForm, situation, labelOf }
}

function useSituation(keys: ContactKeys | null, { values }: RowValues): ContactFormSituation {
  const { profile } = useAppContext().session
  return {
    viewer: profile?.right ?? 'none',
    own: isOwnContact(values['shopEmail'] ?? '', profile?.emailAddress ?? ''),
    isNew: keys === null,
    storedRight: rightName(Number(values['webshopRights']))
  }
}

/** Returns the save: a password is sent only if the form shows one. */
function useSend({ keys, customer = null, fields }: ContactFormOptions, situation: ContactFormSituation) {
  const app = useAppContext()
  const [idempotencyKeyOf] = useState(idempotencyKeys)
  return (changes: FormValues, base: StoredFormRow): Promise<SavedContact> => {
    const { [passwordNames.password]: password, ...others } = changes
    const right = rightName(Number(changes['webshopRights'] ?? base.values['webshopRights']))
    const sent = { [passwordNames.password]: password ?? '' }
    const values = password && showsPassword(situation, right) ? { ...others, ...sent } : others
    return keys
      ? changeContact(app, keys, values, base)
      : addContact(app, { values, fields, customer }, idempotencyKeyOf)
  }
}
