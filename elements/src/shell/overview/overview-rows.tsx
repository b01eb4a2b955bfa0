import type { ReactNode } from 'react'
import { getCalendarEvent } from '@customer-center/contract/calendar'
import { germanDateRange, readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { invoiceState } from '@customer-center/contract/invoice'
import type { RouteName } from '@customer-center/contract/routes'
import { webAddressOf } from '../../client/backend-address.ts'
import { useAppContext } from '../../context/app-context.ts'
import { countOf, type News } from '../../data/overview.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { formatAmount } from '../../lib/format-amount.ts'
import { isCancelled, townOf, weekdayOf } from '../../texts/event-texts.ts'
import { useText } from '../../texts/texts.ts'

interface RowsProps {
  /** The news; null without an answer. */
  news: News | null
  routes: readonly RouteName[]
}

/** Shows the news of the day: the person's name, the next event, the sum to be paid, and new documents. */
export function OverviewRows({ news, routes }: RowsProps) {
  const text = useText()
  if (!news) return <p>{text('overview.unavailable')}</p>
  const { customer, person } = news
  return (
    <>
      <p>
        <span>{customer}</span>
        {customer && person && <span className="kc-dot"> · </span>}
        <span>{person}</span>
      </p>
      <ul aria-label={text('overview.today')}>
        <EventRow event={news.nextEvents[0]} />
        {routes.includes('invoices') && news.openInvoices && <InvoiceRow open={news.openInvoices} />}
        <NewsRow news={news} routes={routes} />
      </ul>
    </>
  )
}

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ')

interface RowProps {
  label: string
  /** Text after the label. */
  when?: string
  lead: string
  /** The texts of a row. If the row is too narrow, those between the first and the last are cut before the first. */
  details?: readonly ReactNode[]
  /** Text between the lead and the first detail, if they are on one line. */
  joint?: string
  tone?: 'loud' | 'soft'
  action?: ReactNode
}

/** Renders one line; in a narrow column the details are below the lead. */
function Row({ label, when = '', lead, details = [], joint = ' · ', tone, action }: RowProps) {
  const shown = details.filter(Boolean)
  return (
    <li data-label={label} data-when={when || undefined}>
      <span className={`kc-lead kc-${tone ?? 'plain'}`}>{lead}</span>
      {shown.length > 0 && (
        <span className="kc-details">
          {shown.map((detail, index) => (
            <span key={index} title={typeof detail === 'string' ? detail : undefined}>
              <span className="kc-dot">{index === 0 ? joint : ' · '}</span>
              {detail}
            </span>
          ))}
        </span>
      )}
      {action}
    </li>
  )
}

/** Shows the next event, with a button for the calendar, or for its webinar while that runs. */
function EventRow({ event }: { event: News['nextEvents'][number] | undefined }) {
  const text = useText()
  const { session } = useAppContext()
  const label = text('overview.eventLabel')
  if (!event) return <Row label={label} tone="soft" lead={text('overview.noEvent')} />
  const { eventId, from, to, location, webinarLink } = event
  const caption = event.caption ?? ''
  const first = readDate(from)
  const last = readDate(to) ?? first
  const now = today()
  const runs = first !== null && first <= now && (last ?? '') >= now
  // For a more distant event, the date itself says more.
  const days = first === null ? 0 : (Date.parse(first) - Date.parse(now)) / 86_400_000
  const address = runs ? webAddressOf(session, webinarLink) : null
  const isOff = isCancelled(event)
  const date = [weekdayOf(first, text), germanDateRange(from, to)].filter(Boolean).join(', ')
  const persons = !isOff && Number(event.persons) > 1 ? text('overview.persons', { count: Number(event.persons) }) : ''
  return (
    <Row
      label={label}
      when={
        days > 1 && days < 100 ? text('overview.inDays', { count: days }) : days === 1 ? text('overview.tomorrow') : ''
      }
      {...(isOff && { tone: 'loud' })}
      lead={
        isOff
          ? text('overview.cancelled', { date })
          : !runs
            ? date
            : text(last === now ? 'overview.today' : 'overview.todayUntil', { date: toGermanDate(to) })
      }
      details={[
        caption,
        location && (
          <span key="place" title={location}>
            {townOf(location)}
          </span>
        ),
        persons,
        runs && webinarLink !== null && address === null && text('webinars.unusable')
      ]}
      action={
        address ? (
          <a
            className="kc-button kc-primary"
            part="button button-primary"
            href={address}
            target="_blank"
            rel="noopener"
            aria-label={text('webinars.linkName', { link: text('overview.join'), caption })}
          >
            {text('overview.join')}
          </a>
        ) : (
          eventId !== null && (
            <ExportButton kind="calendar" endpoint={getCalendarEvent} query={{ eventId }} subject={caption} />
          )
        )
      }
    />
  )
}

/** Shows the invoice that is to be paid first, and the sums of all open invoices. */
function InvoiceRow({ open: { count, sums, first } }: { open: NonNullable<News['openInvoices']> }) {
  const text = useText()
  const label = text('overview.openLabel')
  if (!count) return <Row label={label} tone="soft" lead={text('overview.noOpenInvoice')} />
  const { no = null, amount = null, currency = null, dueDate = null } = first ?? {}
  const isOverdue = invoiceState({ amount, dueDate, isPaid: false }, today()) === 'overdue'
  const when = readDate(dueDate) === null ? 'overview.undated' : isOverdue ? 'overview.overdue' : 'overview.due'
  const name = no === null ? '' : text('overview.invoice', { no })
  const amounts = sums.map((sum) => formatAmount(sum.amount, sum.currency)).join(', ')
  return (
    <Row
      label={label}
      {...(isOverdue && { tone: 'loud' })}
      lead={`${formatAmount(amount, currency)} ${text(when, { date: toGermanDate(dueDate) })}`.trim()}
      details={[joined(name, count > 1 ? text('overview.openInvoices', { count, sums: amounts }) : '')]}
      action={
        <RowLink
          route="invoices"
          query={{ status: 'open' }}
          subject={name}
          text={text('overview.show')}
          isButton={isOverdue}
        />
      }
    />
  )
}

/** Lists the news since the last visit: documents, and confirmations that were made meanwhile. */
function NewsRow({ news, routes }: { news: News; routes: readonly RouteName[] }) {
  const text = useText()
  const label = text('overview.newsLabel')
  const { lastVisit, readyJobs } = news
  const [first, ...others] = routes.includes('scripts') ? news.newDocuments : []
  const jobs = readyJobs ? text(readyJobs === 1 ? 'overview.readyJob' : 'overview.readyJobs', { count: readyJobs }) : ''
  const mayFetch = jobs !== '' && routes.includes('confirmations')
  if (!first)
    return jobs ? (
      <Row
        label={label}
        lead={jobs}
        action={mayFetch && <RowLink route="confirmations" subject={jobs} text={text('overview.show')} />}
      />
    ) : (
      <Row label={label} tone="soft" lead={text(lastVisit === null ? 'overview.firstVisit' : 'overview.noNews')} />
    )
  const { count } = first
  const link = mayFetch ? <RowLink route="confirmations" text={jobs} /> : jobs
  const caption = first.caption ?? ''
  return (
    <Row
      label={label}
      lead={text(count === 1 ? 'overview.document' : 'overview.documents', { count })}
      joint=" "
      details={[
        joined(
          caption ? text('overview.ofEvent', { caption }) : text('overview.since', { date: toGermanDate(lastVisit) }),
          others.length > 0 ? text('overview.moreDocuments', { count: countOf(others) }) : ''
        ),
        link
      ]}
      action={
        <RowLink
          route="scripts"
          query={caption && others.length === 0 ? { search: caption } : {}}
          subject={caption}
          text={text('overview.show')}
        />
      }
    />
  )
}

interface RowLinkProps {
  route: RouteName
  /** The state of the list to which the link leads. */
  query?: Readonly<Record<string, string>>
  text: string
  subject?: string
  isButton?: boolean
}

function RowLink({ route, query = {}, text, subject, isButton = false }: RowLinkProps) {
  const { router, base } = useAppContext()
  const state = new URLSearchParams(query).toString()
  const { href, path } = router.linkTo(base + route + (state && `?${state}`))
  return (
    <a
      {...(isButton && { className: 'kc-button kc-quiet', part: 'button button-quiet' })}
      href={href}
      data-path={path}
      aria-label={subject ? `${text}: ${subject}` : undefined}
    >
      {text}
    </a>
  )
}
