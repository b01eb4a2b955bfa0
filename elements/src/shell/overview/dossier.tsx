import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getCalendarEvent } from '@customer-center/contract/calendar'
import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { eventKeyOf, isLinkOfEvent, isOfEvent, type JoinedEvent } from '@customer-center/contract/dossier'
import { lastDayOf } from '@customer-center/contract/event-days'
import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { eventName } from '../../context/router.ts'
import { useDetail } from '../../context/use-detail.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { eventDocuments, type ListedDocumentEvent } from '../../data/document.ts'
import { personEvents } from '../../data/dossier.ts'
import { invoices, type ListedInvoice } from '../../data/invoice.ts'
import { participants } from '../../data/participant.ts'
import { opensRoute } from '../../data/rights.ts'
import { webinars } from '../../data/webinar.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { useJobs } from '../../jobs/use-jobs.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { timers } from '../../lib/timers.ts'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { InvoiceStatus, PaymentDetails } from '../../screens/invoices/invoice-payment.tsx'
import { InvoiceButtons, MailDialog } from '../../screens/invoices/invoice-table.tsx'
import { EventDocumentItem, EventZipButton } from '../../screens/scripts/scripts.tsx'
import { WebinarItem } from '../../screens/webinars/webinars.tsx'
import { formatEventDays, isCancelled } from '../../texts/event-texts.ts'
import { useText } from '../../texts/texts.ts'
import { isFirstRead, Participants, useEventPeople, useJobsOf } from './dossier-participants.tsx'
import { Section } from './dossier-section.tsx'
import './dossier.css'

/**
 * Renders the dossier of the event that the address names: all that the lists of the screens have of it, in the parts of
 * these screens.
 */
export default function Dossier() {
  const text = useText()
  const app = useAppContext()
  const { detail } = useDetail(eventName)
  const query = useQuery(personEvents(app))
  const event = query.data?.find((one) => eventKeyOf(one) === detail)
  const back = app.router.linkTo(`${app.base}overview`)
  const caption = event && (event.caption ?? '–')
  const heading = useRef<HTMLHeadingElement>(null)
  // A heading that already has the focus is announced again with the name of the event.
  useEffect(() => {
    if (caption === undefined || !heading.current?.matches(':focus')) return
    heading.current.blur()
    heading.current.focus({ preventScroll: true })
  }, [caption])
  return (
    <>
      <a className="kc-dossier-back" href={back.href} data-path={back.path}>
        {text('overview.back')}
      </a>
      <h1 ref={heading} part="heading">
        {caption ?? text('overview.events')}
        {event && <CancelledBadge event={event} />}
      </h1>
      <QueryState query={query} failed={text('participation.failed')} skeleton={<Skeleton shape="cards" rows={3} />}>
        {(all) =>
          event ? (
            <EventDossier event={event} all={all} />
          ) : (
            <Notice tone="warning">{text('overview.unknownEvent')}</Notice>
          )
        }
      </QueryState>
    </>
  )
}

interface DossierProps {
  event: JoinedEvent
  /** All events of the person. */
  all: readonly JoinedEvent[]
}

/** Time after which a skeleton says that it takes long, in ms: the lists that have come are then shown alone. */
const slowMs = 3000

function EventDossier({ event, all }: DossierProps) {
  const text = useText()
  const app = useAppContext()
  const { eventId, no, caption, from, to, location } = event
  const confirms = opensRoute(app, 'confirmations/participation')
  // A backend that keeps jobs does not need the person, who is among all contacts of the company.
  const keepsJobs = useBackendFeature('jobs')
  const own = useQuery({ ...participants(app), enabled: confirms && !keepsJobs }).data?.own
  const { jobs, add, remove } = useJobs(JobType.participationConfirmation, own)
  const isComing = lastDayOf(event) >= today()
  const people = useEventPeople(event, confirms)
  const jobsOfEvent = useJobsOf(event, people, jobs)
  const lists = useRelatedLists(event, all)
  /** The names of the lists that had not come when the others were shown; null before. */
  const [late, setLate] = useState<readonly string[] | null>(null)
  const show = () => setLate(lists.filter(isAwaited).map(({ name }) => name))
  const showInTime = useEffectEvent(show)
  // A part that appears later would move the parts below it, so they wait for each other for a while.
  if (!late && !people.isLoading && !lists.some(isFirstRead)) show()
  useEffect(() => (late ? undefined : timers.after(slowMs, showInTime)), [late])
  const place = (
    <p className="kc-dossier-place">{[formatEventDays(from, to, text), location].filter(Boolean).join(' · ')}</p>
  )
  const peopleSkeleton = <Skeleton shape="lines" rows={1 + ((event.persons ?? 0) + (event.waiting ?? 0) || 2)} />
  if (!late)
    return (
      <>
        {place}
        <div className="kc-dossier">
          {peopleSkeleton}
          <Skeleton shape="lines" rows={rowsOf(lists)} />
        </div>
      </>
    )
  const inTime = lists.filter(({ name }) => !late.includes(name))
  const later = lists.filter(({ name }) => late.includes(name))
  // The late lists appear together below the others, so that no list moves another one.
  const isWaiting = later.some(isAwaited)
  const shown = isWaiting ? inTime : [...inTime, ...later]
  return (
    <>
      {place}
      <div className="kc-dossier kc-dossier-shown">
        <Participants {...{ event, people, add }} skeleton={peopleSkeleton} />
        <div>
          {shown.map(({ name, Part }) => (
            <Part key={name} {...{ event, all }} />
          ))}
          {isWaiting && <Skeleton shape="lines" rows={rowsOf(later) || 2} />}
        </div>
      </div>
      {!isWaiting && isComing && event.persons !== 0 && !isCancelled(event) && (
        <div className="kc-dossier-actions">
          <ExportButton kind="calendar" endpoint={getCalendarEvent} query={{ eventId, no }} subject={caption ?? ''} />
        </div>
      )}
      {confirms && <JobList header={text('participation.heading')} jobs={jobsOfEvent} onRemove={remove} />}
    </>
  )
}

type RelatedList = ReturnType<typeof useRelatedLists>[number]

// A failed list shows its failure, also while it is read again.
const isAwaited = ({ isPending, isFetched }: RelatedList) => isPending && !isFetched

/** Returns the rows of a skeleton; the row more of a list is its heading. */
const rowsOf = (lists: readonly RelatedList[]) => lists.reduce((sum, { count }) => sum + (count ? count + 1 : 0), 0)

/** Reads the lists of the screens that may have something of the event: how much, the event says until they have come. */
function useRelatedLists(event: JoinedEvent, all: readonly JoinedEvent[]) {
  const app = useAppContext()
  const key = eventKeyOf(event) ?? ''
  const [scripts, links, billed] = [
    opensRoute(app, 'scripts'),
    opensRoute(app, 'webinars'),
    opensRoute(app, 'invoices')
  ]
  const documentList = useQuery({ ...eventDocuments(app), enabled: scripts })
  const webinarList = useQuery({ ...webinars(app), enabled: links })
  const invoiceList = useQuery({ ...invoices(app), enabled: billed })
  // The event's own count has only links that can still be opened.
  const own = webinarList.data?.filter((link) => isLinkOfEvent(link, event, all))
  const lists = [
    {
      name: 'scripts',
      Part: Documents,
      count: documentList.data ? documentsOfEvent(documentList.data, key).length : event.documents,
      ...stateOf(documentList)
    },
    { name: 'webinars', Part: Webinars, count: own?.length ?? event.webinars, ...stateOf(webinarList) },
    {
      name: 'invoices',
      Part: Invoices,
      count: invoiceList.data?.filter((one) => isOfEvent(one, key)).length ?? event.invoices,
      ...stateOf(invoiceList)
    }
  ]
  return lists.filter(({ isEnabled }) => isEnabled)
}

const stateOf = ({ isPending, isFetched, isEnabled, fetchStatus }: UseQueryResult) => ({
  isPending,
  isFetched,
  isEnabled,
  fetchStatus
})

const documentsOfEvent = (events: readonly ListedDocumentEvent[], eventKey: string) =>
  events.filter((one) => eventKeyOf(one) === eventKey).flatMap(({ scripts }) => scripts)

/** Renders the documents of the event, and a button for all of them; nothing if there are none. */
function Documents({ event }: DossierProps) {
  const text = useText()
  const query = useQuery({ ...eventDocuments(useAppContext()), retryOnMount: false })
  return (
    <QueryState query={query} failed={text('scripts.failed')} skeleton={null}>
      {(events) => {
        const documents = documentsOfEvent(events, eventKeyOf(event) ?? '')
        const documentKeys = [...new Set(documents.flatMap(({ documentHash }) => documentHash || []))]
        const heading = text('overview.documentsHeading')
        return (
          documents.length > 0 && (
            <Section heading={heading} count={documents.length}>
              <ul className="kc-documents">
                {documents.map((document, index) => (
                  <EventDocumentItem key={document.documentHash ?? index} document={document} />
                ))}
              </ul>
              <EventZipButton
                {...{ event, heading, documentKeys }}
                label={text('invoices.save', { count: documentKeys.length })}
              />
            </Section>
          )
        )
      }}
    </QueryState>
  )
}

function Webinars({ event, all }: DossierProps) {
  const text = useText()
  const query = useQuery({ ...webinars(useAppContext()), retryOnMount: false })
  const day = today()
  return (
    <QueryState query={query} failed={text('webinars.failed')} skeleton={null}>
      {(links) => {
        const own = links.filter((link) => isLinkOfEvent(link, event, all))
        return (
          own.length > 0 && (
            <Section heading={text('overview.webinarHeading')} count={own.length > 1 ? own.length : undefined}>
              <ItemList>
                {own.map((webinar, index) => (
                  <WebinarItem
                    key={index}
                    webinar={webinar}
                    title={event.caption}
                    expired={(readDate(webinar.expiryDate) ?? day) < day}
                  />
                ))}
              </ItemList>
            </Section>
          )
        )
      }}
    </QueryState>
  )
}

function Invoices({ event }: DossierProps) {
  const text = useText()
  const query = useQuery({ ...invoices(useAppContext()), retryOnMount: false })
  return (
    <QueryState query={query} failed={text('invoices.failed')} skeleton={null}>
      {(rows) => {
        const own = rows.filter((one) => isOfEvent(one, eventKeyOf(event) ?? ''))
        return (
          own.length > 0 && (
            <Section
              heading={text(own.length === 1 ? 'overview.invoiceHeading' : 'invoices.heading')}
              count={undefined}
            >
              <ItemList>
                {own.map((invoice, index) => (
                  <InvoiceItem key={`${invoice.companyNo}-${invoice.controlNo}-${index}`} invoice={invoice} />
                ))}
              </ItemList>
            </Section>
          )
        )
      }}
    </QueryState>
  )
}

function InvoiceItem({ invoice }: { invoice: ListedInvoice }) {
  const [isShown, setShown] = useState(false)
  const [isMailed, setMailed] = useState(false)
  const isMailOffered = useBackendFeature('invoice-mail')
  const { no, date, amount, currency } = invoice
  return (
    <Item title={no ?? '–'} detail={[toGermanDate(date), formatAmount(amount, currency)].filter(Boolean).join(' · ')}>
      <InvoiceStatus invoice={invoice} isShown={isShown} onToggle={() => setShown(!isShown)} />
      <InvoiceButtons invoice={invoice} onMail={isMailOffered ? () => setMailed(true) : null} />
      {isShown && <PaymentDetails invoice={invoice} />}
      {isMailed && <MailDialog invoice={invoice} onClose={() => setMailed(false)} />}
    </Item>
  )
}
