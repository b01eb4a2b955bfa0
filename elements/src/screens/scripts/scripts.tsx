import { type QueryClient } from '@tanstack/react-query'
import { type CSSProperties, Fragment, memo, useId } from 'react'
import { germanDateRange, readDate, today } from '@customer-center/contract/dates'
import { isRecording } from '@customer-center/contract/document'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useFold } from '../../context/use-route-state.ts'
import { type ListedDocumentEvent, type ListedDocument, eventDocuments, loadDocument } from '../../data/document.ts'
import { ListScreen } from '../../forms/list-screen.tsx'
import { ListZipButton, useZip } from '../../forms/zip-button.tsx'
import { Button } from '../../parts/button.tsx'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { DocumentButtons, FileInfo } from '../../parts/documents/document-buttons.tsx'
import { Group } from '../../parts/group.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText, useIsFound } from '../../parts/lists/marked-text.tsx'
import { type Text, useText } from '../../texts/texts.ts'
import '../../parts/lists/item-list.css'
import './scripts.css'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(eventDocuments(app))

/** Renders the customer's events with their scripts and recordings. */
export default function Scripts() {
  return <ListScreen route="scripts" read={eventDocuments} List={EventList} />
}

const eventDate = ({ from, to }: ListedDocumentEvent) => from ?? to
const eventTexts = ({ caption, from, to, scripts }: ListedDocumentEvent) => [
  caption,
  germanDateRange(from, to),
  ...scripts.map((one) => one.caption ?? one.fileName)
]

function countOf(text: Text, found: readonly ListedDocumentEvent[], all: readonly ListedDocumentEvent[]): string {
  const count = found.flatMap(({ scripts }) => scripts).length
  const documents = text(count === 1 ? 'overview.document' : 'overview.documents', { count })
  return text('scripts.count', { documents, events: countText(text, 'events', found.length, all.length) })
}

/**
 * Renders the events with their documents; the first group is open. It has no YearSections, since all lists would load
 * their code.
 */
function EventList({ rows: events }: { rows: readonly ListedDocumentEvent[] }) {
  const text = useText()
  const first = events.find(({ scripts }) => scripts.length > 0)
  return (
    <LongList
      list={text('scripts.heading')}
      rows={events}
      textsOf={eventTexts}
      countOf={(found, all) => countOf(text, found, all)}
      dateOf={eventDate}
      renderActions={(found, year) => {
        const documentKeys = [...new Set(found.flatMap(documentKeysOf))]
        const count = documentKeys.length
        const label = text(year === '' ? 'scripts.save' : 'scripts.saveYear', { count, year })
        const name = text('scripts.zip', { year: year || today() })
        return found.length > 1 && <ListZipButton {...{ label, documentKeys, name }} />
      }}
    >
      {(sections) =>
        sections.map(({ heading, rows }) => (
          <Fragment key={heading}>
            {heading !== null && <h2 part="heading">{heading || text('list.withoutDate')}</h2>}
            <ul className="kc-events">
              {rows.map((event, index) => (
                <EventItem
                  key={`${event.eventId}-${event.no}-${index}`}
                  event={event}
                  expanded={event === first}
                  level={heading === null ? 2 : 3}
                />
              ))}
            </ul>
          </Fragment>
        ))
      }
    </LongList>
  )
}

interface EventItemProps {
  event: ListedDocumentEvent
  expanded: boolean
  /** Level of the event's heading. */
  level: 2 | 3
}

/** Renders an event with its date, its caption and the collapsible group of its documents, if it has any. */
export const EventItem = memo(function EventItem({ event, expanded, level }: EventItemProps) {
  const text = useText()
  const caption = useId()
  const date = germanDateRange(event.from, event.to)
  const Heading = `h${level}` as const
  const found = useIsFound(event.scripts.map(({ caption: name, fileName }) => name ?? fileName ?? ''))
  const fold = useFold(`${event.eventId}-${event.no}${isRecording(event) ? 'r' : ''}`, expanded || found)
  const heading = text(isRecording(event) ? 'scripts.recording' : 'scripts.scripts')
  const documentKeys = documentKeysOf(event)
  return (
    <li className="kc-event" part="event">
      <div className="kc-event-head">
        <p className="kc-date">
          <MarkedText>{date}</MarkedText>
        </p>
        <Heading id={caption}>
          <MarkedText>{event.caption ?? '–'}</MarkedText>
          <CancelledBadge event={event} />
        </Heading>
      </div>
      {event.scripts.length > 0 && (
        <Group
          key={String(found)}
          level={level === 2 ? 3 : 4}
          heading={heading}
          count={event.scripts.length}
          {...fold}
          describedBy={caption}
        >
          <div className="kc-all-documents">
            <EventZipButton
              {...{ event, heading, documentKeys }}
              label={text('scripts.save', { count: documentKeys.length })}
            />
          </div>
          <ul className="kc-documents" style={{ '--_documents': event.scripts.length } as CSSProperties}>
            {event.scripts.map((document, index) => (
              <EventDocumentItem key={document.documentHash ?? index} document={document} />
            ))}
          </ul>
        </Group>
      )}
    </li>
  )
})

const documentKeysOf = (event: ListedDocumentEvent) => event.scripts.flatMap(({ documentHash }) => documentHash || [])

/** Limit of an event's caption in the name of a ZIP file, whose length the contract limits. */
const longestCaption = 150

interface EventZipButtonProps {
  event: Pick<ListedDocumentEvent, 'caption' | 'from'>
  heading: string
  label: string
  documentKeys: string[]
}

/** Renders a button that saves the documents of an event as one file. */
export function EventZipButton({ event, heading, label, documentKeys }: EventZipButtonProps) {
  const name = [heading, event.caption?.slice(0, longestCaption), readDate(event.from)].filter(Boolean).join(' ')
  const zip = useZip({ documentKeys, name })
  return (
    zip && (
      <Button kind="plain" {...zip} aria-label={`${label}: ${event.caption ?? heading}`}>
        {label}
      </Button>
    )
  )
}

/** Renders a document's caption and its buttons, which need a key to fetch the file. */
export function EventDocumentItem({ document }: { document: ListedDocument }) {
  const text = useText()
  const app = useAppContext()
  const { documentHash: documentKey, fileName, fileSize } = document
  const caption = document.caption ?? fileName ?? text('document.name')
  return (
    <li>
      <span>
        <MarkedText>{caption}</MarkedText>
        <FileInfo fileName={fileName} size={fileSize} />
      </span>
      {documentKey ? (
        <DocumentButtons
          caption={caption}
          load={() => loadDocument(app, { documentKey, names: [fileName, caption] })}
        />
      ) : (
        <small>{text('scripts.follows')}</small>
      )}
    </li>
  )
}
