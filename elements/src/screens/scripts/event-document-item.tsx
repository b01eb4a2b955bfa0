import type { EventDocument } from '@customer-center/contract/document'
import { useAppContext } from '../../context/app-context.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { loadDocument } from '../../data/document.ts'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { useText } from '../../texts/texts.ts'

/** A document's caption and its buttons, which need a key to fetch the file. */
export function EventDocumentItem({ document }: { document: EventDocument }) {
  const text = useText()
  const app = useAppContext()
  const { documentHash: documentKey, fileName } = document
  const caption = document.caption ?? fileName ?? text('document.name')
  return (
    <li>
      <span>{caption}</span>
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
