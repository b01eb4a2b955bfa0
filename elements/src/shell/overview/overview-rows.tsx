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
  const { customer, person } = news ?? {}
  const unknown = (label: RowProps['label']) => <Row label={label} tone="soft" lead={text('overview.unavailable')} />
  return (
    <>
      <p>
        <span>{customer}</span>
        {customer && person && <span className="kc-dot"> · </span>}
        <span>{person}</span>
      </p>
      <ul aria-label={text('overview.label.today')}>
        {news ? <EventRow event={firstEvent(news)} /> : unknown('event')}
        {routes.includes('invoices') &&
          (news?.openInvoices ? <InvoiceRow open={news.openInvoices} /> : unknown('open'))}
        {news ? <NewsRow news={news} routes={routes} /> : unknown('news')}
      </ul>
    </>
  )
}

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ')

interface RowProps {
  label: 'event' | 'open' | 'news'
  lead: string
  /** The texts of a row. If the row is too narrow, those between the first and the last are cut before the first. */
  details?: readonly ReactNode[]
  /** Whether the details are sums, of which none is cut. */
  isMoney?: boolean
  tone?: 'loud' | 'soft'
  action?: ReactNode
}

/** Renders one row, with its details below the lead. */
function Row({ label, lead, details = [], isMoney = false, tone, action }: RowProps) {
  const text = useText()
  const shown = details.filter(Boolean)
  return (
    <li data-label={text(`overview.label.${label}`)}>
      <span className={`kc-lead kc-${tone ?? 'plain'}`}>{lead}</span>{' '}
      {shown.length > 0 && (
        <span className={isMoney ? 'kc-details kc-money' : 'kc-details'}>
          {shown.map((detail, index) => (
            <span key={index} title={typeof detail === 'string' ? detail : undefined}>
              {index > 0 && <span className="kc-dot"> · </span>}
              {detail}
            </span>
          ))}
        </span>
      )}
      {action}
    </li>
  )
}

type NextEvent = News['nextEvents'][number]

/** Tells whether an event has begun and is not over. */
function isRunning({ from, to }: NextEvent): boolean {
  const [first, last, now] = [readDate(from), readDate(to), today()]
  return first !== null && first <= now && (last ?? first) >= now
}

/** Returns the event of the first row: a webinar that takes place today comes before an event that began earlier. */
export const firstEvent = ({ nextEvents }: News): NextEvent | undefined =>
  nextEvents.find((event) => event.webinarLink && !isCancelled(event) && isRunning(event)) ?? nextEvents[0]

/** Shows the next event, with a button for the calendar, or for its webinar while that runs. */
function EventRow({ event }: { event: NextEvent | undefined }) {
  const text = useText()
  const { session } = useAppContext()
  if (!event) return <Row label="event" tone="soft" lead={text('overview.noEvent')} />
  const { eventId, from, to, starts, location, webinarLink } = event
  const caption = event.caption ?? ''
  const first = readDate(from)
  const now = today()
  const runs = isRunning(event)
  // For a more distant event, the date itself says more.
  const days = first === null ? 0 : (Date.parse(first) - Date.parse(now)) / 86_400_000
  const left =
    days > 1 && days < 100 ? text('overview.inDays', { count: days }) : days === 1 ? text('overview.tomorrow') : ''
  const address = runs ? webAddressOf(session, webinarLink) : null
  const isOff = isCancelled(event)
  const date = [weekdayOf(first, text), germanDateRange(from, to)].filter(Boolean).join(', ')
  const time = starts && (!runs || first === now) ? text('overview.time', { time: starts }) : ''
  const until = (readDate(to) ?? first) === now ? 'overview.today' : 'overview.todayUntil'
  const persons =
    !isOff && Number(event.persons) > 1 ? text('overview.participants', { count: Number(event.persons) }) : ''
  return (
    <Row
      label="event"
      {...(isOff && { tone: 'loud' })}
      lead={
        isOff
          ? text('overview.cancelled', { date })
          : joined(runs ? text(until, { date: toGermanDate(to) }) : date, time, left)
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

/** Shows the sums of all open invoices, and which part of them is due since when. */
function InvoiceRow({ open: { count, sums, due, first } }: { open: NonNullable<News['openInvoices']> }) {
  const text = useText()
  if (!count) return <Row label="open" tone="soft" lead={text('overview.allPaid')} />
  const { no = null, amount = null, currency = null, dueDate = null } = first ?? {}
  const isOverdue = invoiceState({ amount, dueDate, isPaid: false }, today()) === 'overdue'
  const name = no === null ? '' : text('overview.invoice', { no })
  const sumOf = (list: typeof sums) => list.map((sum) => formatAmount(sum.amount, sum.currency)).join(' + ')
  const [all, late] = [sumOf(sums), sumOf(due)]
  const date = toGermanDate(dueDate)
  const since = text('overview.overdue', { date })
  // Without the sum that is due, the first invoice alone is named.
  const part = count === 1 || late === all ? since : late ? text('overview.partOverdue', { sum: late, since }) : ''
  const firstName = joined(name, formatAmount(amount, currency))
  const next = readDate(dueDate) === null ? '' : text('overview.due', { date })
  const when = isOverdue ? part || `${firstName} ${since}` : next && (count === 1 ? next : `${firstName} ${next}`)
  const invoices = count === 1 ? name : text('overview.invoices', { count })
  return (
    <Row
      label="open"
      isMoney
      lead={all ? text('overview.openSum', { sum: all }) : text('overview.open', { count })}
      details={[
        when && (
          <span key="when" className={isOverdue ? 'kc-loud' : undefined}>
            {when}
          </span>
        ),
        invoices
      ]}
      action={
        <RowLink
          route="invoices"
          query={{ status: 'open' }}
          subject={count === 1 ? name : ''}
          text={text(count === 1 ? 'overview.showInvoice' : 'overview.showInvoices')}
        />
      }
    />
  )
}

/** Lists the news since the last visit: documents, and confirmations that were made meanwhile. */
function NewsRow({ news, routes }: { news: News; routes: readonly RouteName[] }) {
  const text = useText()
  const { lastVisit, readyJobs } = news
  const [first, ...others] = routes.includes('scripts') ? news.newDocuments : []
  const jobs = readyJobs ? text(readyJobs === 1 ? 'overview.readyJob' : 'overview.readyJobs', { count: readyJobs }) : ''
  const mayFetch = jobs !== '' && routes.includes('confirmations')
  if (!first)
    return jobs ? (
      <Row
        label="news"
        lead={jobs}
        action={mayFetch && <RowLink route="confirmations" text={text('overview.showConfirmations')} />}
      />
    ) : (
      <Row label="news" tone="soft" lead={text(lastVisit === null ? 'overview.firstVisit' : 'overview.noNews')} />
    )
  const { count } = first
  const link = mayFetch ? <RowLink route="confirmations" text={jobs} /> : jobs
  const caption = first.caption ?? ''
  return (
    <Row
      label="news"
      lead={text(count === 1 ? 'overview.document' : 'overview.documents', { count })}
      details={[
        joined(
          caption || text('overview.since', { date: toGermanDate(lastVisit) }),
          others.length > 0 ? text('overview.moreDocuments', { count: countOf(others) }) : ''
        ),
        link
      ]}
      action={
        <RowLink
          route="scripts"
          query={caption && others.length === 0 ? { search: caption } : {}}
          subject={caption}
          text={text('overview.showDocuments')}
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
}

function RowLink({ route, query = {}, text, subject }: RowLinkProps) {
  const { router, base } = useAppContext()
  const state = new URLSearchParams(query).toString()
  const { href, path } = router.linkTo(base + route + (state && `?${state}`))
  return (
    <a href={href} data-path={path} aria-label={subject ? `${text}: ${subject}` : undefined}>
      {text}
    </a>
  )
}
