import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { eventLabel, type ListedEvent } from '../../data/event.ts'
import { bulkCaption, type BulkFormat, bulkParameter, confirmableParticipants } from '../../data/letter.ts'
import type { Participant } from '../../data/participant.ts'
import { useFailureSentence } from '../../forms/use-failure-sentence.ts'
import type { JobRequest } from '../../jobs/job-store.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { isAppleIos, saveFile } from '../../parts/documents/document-tab.ts'
import { useDocumentAction } from '../../parts/documents/use-document-action.ts'
import { useText } from '../../texts/texts.ts'
import { useReadyMessage } from './use-confirmation.ts'

interface BulkButtonProps {
  /** A person of the company. */
  participant: Participant
  event: ListedEvent
  /** The number of those who attended it. */
  count: number
  add: Jobs['add']
}

/** The confirmations of all participants of the event, as one file. */
export function BulkButton({ participant, event, count: attended, add }: BulkButtonProps) {
  const text = useText()
  const app = useAppContext()
  const { choose } = useAlert()
  const tellReady = useReadyMessage()
  const { busy, run } = useDocumentAction(useFailureSentence('participation.unavailable'))

  async function create() {
    // Without its number nobody knows which holding of the event is meant.
    if (event.no === null) return
    const confirmable = await run(() => confirmableParticipants(app, event))
    if (!confirmable) return
    const count = String(confirmable.participantIds.length)
    const labels = [text('export.zip'), text('participation.pdf')]
    const answer = await choose(text('participation.bulkQuestion', { count, event: eventLabel(event) }), labels)
    if (answer === null) return
    const format: BulkFormat = answer === 0 ? 'ZIP' : 'PDF'
    const caption = bulkCaption(event, text('participation.participants', { count }))
    const request: JobRequest = {
      type: JobType.participationConfirmation,
      caption,
      functionName: 'StandardLetters',
      parameter: async () => bulkParameter(confirmable, participant, event, format),
      unavailable: text('participation.unavailable'),
      // The answer asks for a file, so that it comes without another click.
      onFinished(file) {
        const isSaved = !isAppleIos(navigator)
        if (isSaved) saveFile(file)
        tellReady(caption, file, isSaved && format === 'ZIP')
      }
    }
    // Nothing is at work while the question is asked.
    await run(() => add(request))
  }

  const label = attended === 1 ? text('participation.bulkOne') : text('participation.bulk', { count: String(attended) })
  return (
    <Button
      kind="plain"
      busy={busy}
      disabled={event.no === null}
      aria-label={text('participation.bulkName', { label, event: eventLabel(event) })}
      onClick={() => void create()}
    >
      {label}
    </Button>
  )
}
