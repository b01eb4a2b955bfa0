import { JobType } from '@customer-center/contract/server-function'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import type { ListedEvent } from '../../data/event.ts'
import { bulkCaption, type BulkFormat, bulkParameter, confirmableParticipants } from '../../data/letter.ts'
import type { Participant } from '../../data/participant.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { useAlert } from '../../parts/alert-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { useDocumentAction } from '../../parts/use-document-action.ts'
import { useText } from '../../texts/texts.ts'

interface BulkButtonProps {
  participant: Participant | undefined
  event: ListedEvent | undefined
  add: Jobs['add']
}

/** The confirmations of all participants of the event, as one file; nothing where the backend makes none. */
export function BulkButton({ participant, event, add }: BulkButtonProps) {
  const text = useText()
  const app = useAppContext()
  const { choose } = useAlert()
  const isOffered = useBackendFeature('bulk-confirmations')
  const { busy, run } = useDocumentAction((error) =>
    app.signal.aborted ? null : sentenceOf(error, text('participation.unavailable'))
  )
  if (!isOffered) return null

  async function create() {
    // Without its number nobody knows which holding of the event is meant.
    if (!participant || !event || event.no === null) return
    const confirmable = await confirmableParticipants(app, event)
    const count = String(confirmable.participantIds.length)
    const labels = [text('action.cancel'), text('participation.zip'), text('participation.pdf')]
    const formats: readonly (BulkFormat | undefined)[] = [undefined, 'ZIP', 'PDF']
    const format = formats[(await choose(text('participation.bulkQuestion', { count }), labels)) ?? 0]
    if (!format) return
    await add({
      type: JobType.participationConfirmation,
      caption: bulkCaption(event, text('participation.bulkParticipants', { count })),
      functionName: 'StandardLetters',
      parameter: async () => bulkParameter(confirmable, participant, event, format),
      unavailable: text('participation.unavailable')
    })
  }

  return (
    <Button busy={busy} disabled={!participant || !event || event.no === null} onClick={() => void run(create)}>
      {text('participation.bulk')}
    </Button>
  )
}
