import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getCalendarEvent } from '@customer-center/contract/calendar'
import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { eventKeyOf, isLinkOfEvent, isOfEvent, type JoinedEvent } from '@customer-center/contract/dossier'
import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { eventName } from '../../context/router.ts'
import { useDetail } from '../../context/use-detail.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { eventDocuments, type ListedDocumentEvent } from '../../data/document.ts'
import { opensList, personEvents } from '../../data/dossier.ts'
import { invoices, type ListedInvoice } from '../../data/invoice.ts'
import { participants } from '../../data/participant.ts'
import { webinars } from '../../data/webinar.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { useZipOffer } from '../../forms/zip-button.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { useJobs } from '../../jobs/use-jobs.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { InvoiceMore, InvoiceStatus } from '../../screens/invoices/invoice-payment.tsx'
import { InvoiceButtons, MailDialog } from '../../screens/invoices/invoice-table.tsx'
import { EventDocumentItem, EventZipButton } from '../../screens/scripts/scripts.tsx'
import { WebinarItem } from '../../screens/webinars/webinars.tsx'
import { daysOf, isCancelled } from '../../texts/event-texts.ts'
import { useText } from '../../texts/texts.ts'
import { isFirstRead, Participants, useEventPeople } from './dossier-participants.tsx'
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

function EventDossier({ event, all }: DossierProps) {
  const text = useText()
  const app = useAppContext()
  const { eventId, no, caption, from, to, location } = event
  const confirms = opensList(app, 'confirmations/participation')
  // A backend that keeps jobs does not need the person, who is among all contacts of the company.
  const keepsJobs = useBackendFeature('jobs')
  const own = useQuery({ ...participants(app), enabled: confirms && !keepsJobs }).data?.own
  const { jobs, add, remove } = useJobs(JobType.participationConfirmation, own)
  const isComing = (readDate(to) ?? readDate(from) ?? '') >= today()
  const people = useEventPeople(event, confirms)
  const lists = useRelatedLists(event, all)
  // A part that came later than another one would move what is below.
  const [isShown, setShown] = useState(false)
  if (!isShown && !people.isLoading && !lists.isLoading) setShown(true)
  const place = <p className="kc-dossier-place">{[daysOf(from, to, text), location].filter(Boolean).join(' · ')}</p>
  if (!isShown)
    return (
      <>
        {place}
        <div className="kc-dossier">
          <Skeleton shape="lines" rows={1 + ((event.persons ?? 0) + (event.waiting ?? 0) || 2)} />
          <Skeleton shape="lines" rows={lists.rows} />
        </div>
      </>
    )
  return (
    <>
      {place}
      <div className="kc-dossier">
        <Participants {...{ event, people, add }} />
        <div>
          {lists.scripts && <Documents event={event} />}
          {lists.links && <Webinars {...{ event, all }} />}
          {lists.billed && <Invoices eventKey={eventKeyOf(event) ?? ''} />}
        </div>
      </div>
      {isComing && event.persons !== 0 && !isCancelled(event) && (
        <div className="kc-dossier-actions">
          <ExportButton kind="calendar" endpoint={getCalendarEvent} query={{ eventId, no }} subject={caption ?? ''} />
        </div>
      )}
      {confirms && <JobList header={text('participation.heading')} jobs={jobs} onRemove={remove} />}
    </>
  )
}

/**
 * Reads the lists of the screens that have something of the event. Until all have come or failed, a skeleton has as many
 * rows as those that have come, and the counts of the event for the others.
 */
function useRelatedLists(event: JoinedEvent, all: readonly JoinedEvent[]) {
  const app = useAppContext()
  const key = eventKeyOf(event) ?? ''
  const [scripts, links, billed] = [opensList(app, 'scripts'), opensList(app, 'webinars'), opensList(app, 'invoices')]
  const documentList = useQuery({ ...eventDocuments(app), enabled: scripts })
  const webinarList = useQuery({ ...webinars(app), enabled: links })
  const invoiceList = useQuery({ ...invoices(app), enabled: billed })
  const counts = [
    documentList.data ? documentsOfEvent(documentList.data, key).length : event.documents,
    // The event's own count has only links that can still be opened.
    webinarList.data ? webinarList.data.filter((link) => isLinkOfEvent(link, event, all)).length : event.webinars,
    invoiceList.data ? invoiceList.data.filter((one) => isOfEvent(one, key)).length : event.invoices
  ]
  return {
    scripts,
    links,
    billed,
    isLoading: [documentList, webinarList, invoiceList].some(isFirstRead),
    // The row more is the heading.
    rows: counts.reduce<number>((sum, count) => sum + (count ? count + 1 : 0), 0)
  }
}

const documentsOfEvent = (events: readonly ListedDocumentEvent[], eventKey: string) =>
  events.filter((one) => eventKeyOf(one) === eventKey).flatMap(({ scripts }) => scripts)

/** Renders the documents of the event, and a button for all of them; nothing if there are none. */
function Documents({ event }: Pick<DossierProps, 'event'>) {
  const text = useText()
  const query = useQuery(eventDocuments(useAppContext()))
  const isZipOffered = useZipOffer()
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
              {isZipOffered(documentKeys) && (
                <EventZipButton
                  {...{ event, heading, documentKeys }}
                  label={text('invoices.save', { count: documentKeys.length })}
                />
              )}
            </Section>
          )
        )
      }}
    </QueryState>
  )
}

function Webinars({ event, all }: DossierProps) {
  const text = useText()
  const query = useQuery(webinars(useAppContext()))
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

function Invoices({ eventKey }: { eventKey: string }) {
  const text = useText()
  const query = useQuery(invoices(useAppContext()))
  return (
    <QueryState query={query} failed={text('invoices.failed')} skeleton={null}>
      {(rows) => {
        const own = rows.filter((one) => isOfEvent(one, eventKey))
        return (
          own.length > 0 && (
            <Section
              heading={text(own.length === 1 ? 'overview.invoiceHeading' : 'invoices.heading')}
              count={undefined}
            >
              <ItemList>
                {own.map((invoice) => (
                  <InvoiceItem key={invoice.controlNo} invoice={invoice} />
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
      {isShown && <InvoiceMore invoice={invoice} />}
      {isMailed && <MailDialog invoice={invoice} onClose={() => setMailed(false)} />}
    </Item>
  )
}
