import { allContactFields } from '@customer-center/contract/contact'
import { mayEditRights } from '@customer-center/contract/contact-rules'
import { rightName } from '@customer-center/contract/rights'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAppContext } from '../../../context/app-context.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import { contactAccess } from '../../../data/contact-access.ts'
import type { RowValues } from '../../../data/row-values.ts'
import { idempotencyKeys } from '../../../lib/idempotency-key.ts'
import {
  addContact,
  changeContact,
  contact,
  type ContactKeys,
  type NewContact,
  refreshContact,
  type SavedContact
} from '../../../data/contact.ts'
import type { FormField } from '../../../data/field.ts'
import { type FieldChoices, withSentKeys } from '../../../data/possible-values.ts'
import { GroupedFields } from '../../../forms/grouped-fields.tsx'
import { useEmailChanged } from '../../../forms/use-email-changed.ts'
import { type FormValues } from '../../../forms/use-validators.ts'
import { type StoredFormRow, useRowForm } from '../../../forms/use-row-form.ts'
import { ErrorSummary } from '../../../parts/error-summary.tsx'
import { Form } from '../../../parts/form.tsx'
import { FormActions } from '../../../parts/form-actions.tsx'
import { passwordNames } from '../../../forms/password-fields.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactField } from './contact-field.tsx'
import { type ContactFieldName, toFormValues } from './contact-validators.ts'
import {
  isOwnContact,
  loginField,
  requiredName,
  showsPassword,
  shownFields,
  type ContactFormSituation
} from './contact-form-rules.ts'

export interface ContactFormProps {
  /** The keys; null for a contact that does not exist yet. */
  keys: ContactKeys | null
  /** The customer of a new contact, if the host names it. */
  customer?: NewContact['customer']
  row: RowValues
  fields: readonly FormField<ContactFieldName>[]
  choices: FieldChoices<ContactFieldName>
  requireEmail: boolean
  onSaved: (saved: SavedContact) => void
  onCancel: () => void
}

/** Renders the fields of the shop's list in groups (section 2, Contact detail form). */
export function ContactForm({
  keys,
  customer = null,
  row,
  fields,
  choices,
  requireEmail,
  onSaved,
  onCancel
}: ContactFormProps) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const emailChanged = useEmailChanged()
  const [idempotencyKeyOf] = useState(idempotencyKeys)
  const profile = app.session.profile
  const viewer = profile?.right ?? 'none'
  const storedRight = rightOf(row.values['webshopRights'])
  const pvaid = keys?.pvaid ?? null
  const asksForLogin = useBackendFeature('access') && pvaid !== null && viewer !== 'admin' && storedRight === 'none'
  const access = useQuery({ ...contactAccess(app, pvaid ?? ''), enabled: asksForLogin })
  const situation: ContactFormSituation = {
    viewer,
    own: isOwnContact(row.values['shopEmail'] ?? '', profile?.emailAddress ?? ''),
    isNew: keys === null,
    storedRight,
    hadLogin: asksForLogin && (access.data ? access.data.hadLogin : !access.isError)
  }

  const stored = useMemo(() => ({ ...row, values: toFormValues(row.values) }), [row])
  // The server requires it as well, whatever the shop's list says.
  const alwaysRequired = keys ? 'lastName' : requiredName(fields)
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? text('field.label')

  /** The person's new user name, if this save has changed it. */
  const newUserName = ({ shopEmail: address }: SavedContact) =>
    address && situation.own && !isOwnContact(address, profile?.emailAddress ?? '') ? address : null

  /**
   * Names the contact, with the message of section 4: the server mails a password to a person who gets a right without one. It does not
   * say whether somebody had one before.
   */
  function savedMessage(values: FormValues, { shopEmail: email }: SavedContact): string {
    const name = [values['firstName'], values['lastName']].filter(Boolean).join(' ')
    const isMailed = !keys && rightOf(values['webshopRights']) !== 'none' && !values['password'] && email
    return text('save.savedName', { name }) + (isMailed ? `. ${text('contact.accessMailed', { email })}` : '')
  }

  async function send(changes: FormValues, base: StoredFormRow) {
    const withPassword = showsPassword(situation, rightOf(form.getValues('webshopRights')))
    const values = withSentKeys(changesToSend(changes, withPassword), choices)
    const saved = keys
      ? await changeContact(app, keys, values, base)
      : await addContact(app, { values, fields, customer }, idempotencyKeyOf)
    // A new user name has ended the session: reading the list would only ask for a login.
    if (newUserName(saved) === null) await refreshContact(app, queries, saved)
    return saved
  }

  const rowForm = useRowForm({
    resource: 'contact',
    asksBeforeLeaving: true,
    stored,
    labelOf,
    reload: async () => {
      const fresh = keys ? await queries.fetchQuery({ ...contact(app, keys, fields), staleTime: 0 }) : row
      return { ...fresh, values: toFormValues(fresh.values) }
    },
    send,
    statusOf: (values, saved) => ({ row: saved.pvaid, message: savedMessage(values, saved) }),
    onSaved: (_, saved, shown) => {
      const address = newUserName(saved)
      if (address) emailChanged(address, shown)
    },
    leave: onSaved
  })
  const { form, field, submit, saving, changed, mayLeave, notice, refused } = rowForm
  const right = rightOf(form.watch('webshopRights'))
  const shown = shownFields(fields, situation, right)

  /** Returns the note of section 4: the server mails a password to a person who gets a right without one. */
  function accessNote(): string | null {
    if (!mayEditRights(situation) || situation.storedRight !== 'none') return null
    if (right === 'none') return text('contact.noAccess')
    if (form.watch('password')) return text('contact.ownPassword')
    const address = form.watch('shopEmail') || form.watch('eMailAddress')
    const email = address ? String(address) : text('contact.itsEmail')
    const mailed = text(situation.isNew ? 'contact.accessMail' : 'contact.accessMailFirst', { email })
    return shown.some(({ name }) => name === 'password') ? `${mailed} ${text('contact.orPassword')}` : mailed
  }

  async function cancel() {
    if (await mayLeave()) onCancel()
  }

  return (
    <Form onSubmit={submit} aria-busy={saving}>
      {notice && <Notice tone="warning">{notice}</Notice>}
      <ErrorSummary errors={refused} />
      <GroupedFields identity={text('group.person')} fields={shown} table={allContactFields} saving={saving}>
        {(one) => (
          <ContactField
            key={one.name}
            descriptor={one.name === alwaysRequired ? { ...one, required: true } : one}
            label={labelOf(one.name)}
            stored={form.formState.defaultValues?.[one.name] ?? ''}
            right={right}
            situation={situation}
            login={loginField(fields, row.values['shopEmail'] ?? '')}
            requireEmail={requireEmail}
            choices={choices[one.name]}
            accessNote={accessNote()}
            field={field}
          />
        )}
      </GroupedFields>
      <FormActions
        saving={saving}
        changed={changed}
        disabled={!changed && !situation.isNew}
        onCancel={() => void cancel()}
      />
    </Form>
  )
}

function rightOf(value: unknown) {
  return rightName(Number(value))
}

/** Returns the changes to send: a password only if the form shows one. */
function changesToSend(changes: FormValues, withPassword: boolean): FormValues {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => name !== passwordNames.password || (withPassword && value !== ''))
  )
}
