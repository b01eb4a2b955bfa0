import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import type { Id } from '@customer-center/contract/field-codes'
import { useAppContext } from '../../../context/app-context.ts'
import { contactAccess, resendAccess } from '../../../data/contact-access.ts'
import { useAction } from '../../../forms/use-action.ts'
import { dateAndTime } from '../../../lib/date-and-time.ts'
import { Button } from '../../../parts/button.tsx'
import { useText } from '../../../texts/texts.ts'
import './contact-access.css'

/**
 * Shows the state of a contact's access to people who may grant it. Shows nothing where the contact may not log in, or
 * the state cannot be read.
 */
export function ContactAccessSection({ contact }: { contact: Id }) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const heading = useId()
  const { running, run } = useAction()
  const query = contactAccess(app, contact)
  const { data: access } = useQuery(query)
  if (!access?.state || access.state === 'none') return null

  const send = () =>
    run(
      'send',
      async () => queries.setQueryData(query.queryKey, await resendAccess(app, contact)),
      text('access.sendFailed')
    )

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
  // Somebody who has logged in has a password, which a mail of the access would not replace.
  const hasPassword = state === 'chosen' || (state === 'bounced' && lastLoginAt !== null)
  return (
    <section className="kc-contact-access" aria-labelledby={heading}>
      <h2 id={heading} part="heading">
        {text('access.heading')}
      </h2>
      <output>{sentence(access)}</output>
      {lastLoginAt !== null && <p>{text('access.lastLogin', dateAndTime(lastLoginAt))}</p>}
      {!hasPassword && (
        <Button busy={running !== null} inactive={state === 'queued'} onClick={() => void send()}>
          {text(state === 'never-sent' ? 'access.send' : 'access.resend')}
        </Button>
      )}
    </section>
  )
}
