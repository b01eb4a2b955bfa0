import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ContactSalutation } from '@customer-center/contract/contact'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { mayEditRights } from '@customer-center/contract/contact-rules'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import { contactAccess, resendAccess } from '../../../data/contact-access.ts'
import { contact, contactFieldMap, type ContactKeys } from '../../../data/contact.ts'
import { contactFormFields, type FormField, labelIn } from '../../../data/field.ts'
import { type FieldChoices, possibleValues } from '../../../data/possible-values.ts'
import { rightLabel } from '../../../data/rights.ts'
import { newRow, type RowValues } from '../../../data/row-values.ts'
import { History } from '../../../forms/history.tsx'
import { allQueries, QueryState } from '../../../forms/query-state.tsx'
import { type ContactNameParts, formatName } from '../../../lib/contact-name.ts'
import { dateAndTime } from '../../../lib/date-and-time.ts'
import { Button } from '../../../parts/button.tsx'
import { useAction } from '../../../parts/dialogs/use-action.ts'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useText } from '../../../texts/texts.ts'
import { isOwnContact } from './contact-form-rules.ts'
import { useSalutations } from './contact-form-texts.ts'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import type { ContactFieldName } from './contact-validators.ts'
import './contact-details.css'

export type ContactDetailsProps = Pick<ContactFormProps, 'keys' | 'customer' | 'requireEmail' | 'onSaved' | 'onCancel'>

const nobody: ContactKeys = { company: null, id: null, pvaid: null }

/** Renders the form of a contact or a new one. */
export default function ContactDetails(props: ContactDetailsProps) {
  const { keys, onCancel } = props
  const text = useText()
  const app = useAppContext()
  // A new contact has nothing to wait for.
  const fields = useQuery(contactFormFields(app))
  const row = useQuery({
    ...contact(app, keys ?? nobody, fields.data),
    ...(!keys && { enabled: false, initialData: newRow })
  })
  const choices = useQuery(possibleValues(app))
  const query = allQueries(row, fields, choices)
  const hasAccess = useBackendFeature('access')
  const number = row.data?.values['pvaid'] || null
  const mayGrantAccess = ({ values }: RowValues) =>
    mayEditRights({
      viewer: app.session.profile?.right ?? 'none',
      own: isOwnContact(values['shopEmail'] ?? '', app.session.profile?.emailAddress ?? ''),
      storedRight: rightName(Number(values['webshopRights']))
    })
  return (
    <>
      <QueryState
        query={query}
        failed={text('contact.failed')}
        skeleton={<Skeleton rows={6} />}
        empty={<EmptyState message={text('form.empty')} />}
        isEmpty={hasNoFields}
      >
        {([contactRow, formFields, fieldChoices]) => (
          <>
            {keys && <ContactName values={contactRow.values} />}
            <ContactForm {...props} row={contactRow} fields={formFields} choices={fieldChoices} />
            {hasAccess && number !== null && mayGrantAccess(contactRow) && <ContactAccessSection number={number} />}
            {number !== null && <ContactHistory number={number} fields={formFields} choices={fieldChoices} />}
          </>
        )}
      </QueryState>
      {(!query.data || hasNoFields(query.data)) && (
        <div>
          <Button onClick={onCancel}>{text('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}

/** Names the contact below the heading. */
function ContactName({ values }: Pick<RowValues, 'values'>) {
  const part = (name: keyof ContactNameParts) => values[name] ?? null
  const parts = {
    title: part('title'),
    firstName: part('firstName'),
    lastName: part('lastName'),
    postNominalTitle: part('postNominalTitle')
  }
  const { bold, plain } = formatName(parts, useAppContext().config)
  return (
    <p className="kc-subheading">
      {bold && <b>{bold}</b>}
      {plain}
    </p>
  )
}

function hasNoFields([, fields]: readonly [unknown, readonly unknown[], unknown]): boolean {
  return fields.length === 0
}

interface ContactHistoryProps {
  number: string
  fields: readonly FormField<ContactFieldName>[]
  choices: FieldChoices<ContactFieldName>
}

/** Shows the changes of a contact, in the words of its form. */
function ContactHistory({ number, fields, choices }: ContactHistoryProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  // The list contains a salutation that may be stored although it is not offered.
  const salutations = useSalutations(String(ContactSalutation.notSpecified))
  function choiceOf(name: string, value: string): string | undefined {
    if (name === 'webshopRights') return text(rightLabel(rightName(Number(value)), extended))
    if (name === 'salutation') return salutations.find((one) => one.value === value)?.label
    return choices[name as ContactFieldName]?.find(({ key }) => key === value)?.value
  }
  return (
    <History
      of={{ pvaid: number }}
      map={contactFieldMap}
      labelOf={(name) => labelIn(fields, name, text)}
      choiceOf={choiceOf}
    />
  )
}

/**
 * Shows the state of a contact's access to people who may grant access. Shows nothing if the contact may not log in, or
 * the state cannot be read.
 */
function ContactAccessSection({ number }: { number: string }) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const heading = useId()
  const { busy, run } = useAction()
  const query = contactAccess(app, number)
  const { data: access } = useQuery(query)
  if (!access?.state || access.state === 'none') return null

  const send = () =>
    run(async () => queries.setQueryData(query.queryKey, await resendAccess(app, number)), 'access.sendFailed')

  function sentence({ state, mailedAt, validUntil }: ContactAccess): string {
    if (state === 'bounced') return text('access.bounced')
    if (state === 'chosen') return text('access.chosen')
    if (state === 'queued') return text('access.queued')
    if (state === 'failed') return text('access.failed')
    if (state === 'never-sent' || mailedAt === null) return text('access.neverSent')
    if (state === 'expired' || validUntil === null) return text('access.expired', dateAndTime(mailedAt))
    const until = dateAndTime(validUntil)
    return text('access.sent', { ...dateAndTime(mailedAt), untilDate: until.date, untilTime: until.time })
  }

  const { lastLoginAt, state } = access
  // A person who has logged in has a password, and a mail of the access would not replace it.
  const hasPassword = state === 'chosen' || (state === 'bounced' && lastLoginAt !== null)
  return (
    <section className="kc-contact-access" aria-labelledby={heading}>
      <h2 id={heading} part="heading">
        {text('access.heading')}
      </h2>
      <output>{sentence(access)}</output>
      {lastLoginAt !== null && <p>{text('access.lastLogin', dateAndTime(lastLoginAt))}</p>}
      {!hasPassword && (
        <Button busy={busy} inactive={state === 'queued'} onClick={() => void send()}>
          {text(state === 'never-sent' ? 'access.send' : 'access.resend')}
        </Button>
      )}
    </section>
  )
}
