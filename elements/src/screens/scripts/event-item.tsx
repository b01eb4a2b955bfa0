import { germanDateRange } from '@customer-center/contract/dates'
import { type DocumentEvent, type EventDocument, isRecording } from '@customer-center/contract/document'
import { useId } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { loadDocument } from '../../data/document.ts'
import { useZipOffer, ZipButton } from '../../forms/zip-button.tsx'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { FileInfo } from '../../parts/file-info.tsx'
import { Group } from '../../parts/group.tsx'
import { MarkedText, useIsFound } from '../../parts/marked-text.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './event-item.css?inline'

addStyles(css)

/** Limit of a ZIP file's name, in the contract; the event's caption may be longer. */
const longestName = 200

interface EventItemProps {
  event: DocumentEvent
  expanded: boolean
  /** Whether it is below the heading of a year. */
  inYear: boolean
}

/** One event with its date, its caption and the collapsible group of its documents. */
export function EventItem({ event, expanded, inYear }: EventItemProps) {
  const text = useText()
  const caption = useId()
  const date = germanDateRange(event.from, event.to)
  const Heading = inYear ? 'h3' : 'h2'
  const found = useIsFound(event.scripts.map(({ caption: name, fileName }) => name ?? fileName ?? ''))
  const heading = text(isRecording(event) ? 'scripts.recording' : 'scripts.scripts')
  const isZipOffered = useZipOffer()
  const documentKeys = event.scripts.flatMap(({ documentHash }) => documentHash || [])
  return (
    <li className="kc-event" part="event">
      {date && (
        <p className="kc-date">
          <MarkedText>{date}</MarkedText>
        </p>
      )}
      <Heading id={caption}>
        <MarkedText>{event.caption ?? '–'}</MarkedText>
      </Heading>
      <Group
        key={String(found)}
        level={inYear ? 4 : 3}
        heading={heading}
        count={event.scripts.length}
        defaultExpanded={expanded || found}
        describedBy={caption}
      >
        {isZipOffered(documentKeys) && (
          <div className="kc-all-documents">
            <EventZipButton event={event} heading={heading} documentKeys={documentKeys} />
          </div>
        )}
        <ul className="kc-documents">
          {event.scripts.map((document, index) => (
            <EventDocumentItem key={document.documentHash ?? index} document={document} />
          ))}
        </ul>
      </Group>
    </li>
  )
}

interface EventZipButtonProps {
  event: DocumentEvent
  heading: string
  documentKeys: string[]
}

function EventZipButton({ event, heading, documentKeys }: EventZipButtonProps) {
  const text = useText()
  const label = text('scripts.all', { count: String(documentKeys.length) })
  const name = [heading, event.caption].join(' ').trim()
  return (
    <ZipButton
      label={label}
      fullLabel={`${label}: ${event.caption ?? heading}`}
      documentKeys={documentKeys}
      name={name.slice(0, longestName)}
    />
  )
}

/** Renders a document's caption and its buttons, which need a key to fetch the file. */
function EventDocumentItem({ document }: { document: EventDocument }) {
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
          reasonOf={(error) => (app.signal.aborted ? null : sentenceOf(error, text('document.failed')))}
        />
      ) : null}
    </li>
  )
}
