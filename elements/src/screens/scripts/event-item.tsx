import { germanDateRange } from '@customer-center/contract/dates'
import { type DocumentEvent, type EventDocument, isRecording } from '@customer-center/contract/document'
import { useId } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { loadDocument } from '../../data/document.ts'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { Group } from '../../parts/group.tsx'
import { MarkedText, useIsFound } from '../../parts/marked-text.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './event-item.css?inline'

addStyles(css)

interface EventItemProps {
  event: DocumentEvent
  expanded: boolean
  /** It is below the heading of a year. */
  inYear: boolean
}

/** One event with its date, its caption and the collapsible group of its documents. */
export function EventItem({ event, expanded, inYear }: EventItemProps) {
  const text = useText()
  const caption = useId()
  const date = germanDateRange(event.from, event.to)
  const Heading = inYear ? 'h3' : 'h2'
  const found = useIsFound(event.scripts.map(({ caption: name, fileName }) => name ?? fileName ?? ''))
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
        heading={text(isRecording(event) ? 'scripts.recording' : 'scripts.scripts')}
        count={event.scripts.length}
        defaultExpanded={expanded || found}
        describedBy={caption}
      >
        <ul className="kc-documents">
          {event.scripts.map((document, index) => (
            <EventDocumentItem key={document.documentHash ?? index} document={document} />
          ))}
        </ul>
      </Group>
    </li>
  )
}

/** A document's caption and its buttons, which need a key to fetch the file. */
function EventDocumentItem({ document }: { document: EventDocument }) {
  const text = useText()
  const app = useAppContext()
  const { documentHash: documentKey, fileName } = document
  const caption = document.caption ?? fileName ?? text('document.name')
  return (
    <li>
      <span>
        <MarkedText>{caption}</MarkedText>
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
