import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import type { ListedEvent } from '../../data/event.ts'
import { confirmationCaption, participationLetterNo, participationParameter } from '../../data/letter.ts'
import type { Participant } from '../../data/participant.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { type LoadedFile, openDocumentTab } from '../../parts/documents/document-tab.ts'
import { useShowDocument } from '../../parts/documents/use-show-document.ts'
import { useText } from '../../texts/texts.ts'

/**
 * Returns a function that adds the job of one participant's confirmation.
 *
 * @param onReady called with the file, if the job ends on this page
 */
export function useConfirmation(
  add: Jobs['add'],
  onReady?: (caption: string, file: LoadedFile) => void
): (participant: Participant, event: ListedEvent) => Promise<void> {
  const text = useText()
  const app = useAppContext()
  return (participant, event) => {
    const caption = confirmationCaption([event], participant)
    return add({
      type: JobType.participationConfirmation,
      caption,
      functionName: 'StandardLetter',
      parameter: async () => participationParameter(await participationLetterNo(app, event), participant, event),
      unavailable: text('participation.unavailable'),
      onFinished: (file) => onReady?.(caption, file)
    })
  }
}

/**
 * Returns a function that says that a confirmation is ready, since its row may be far above. It offers to open the file
 * unless that is saved already.
 */
export function useReadyMessage(): (caption: string, file: LoadedFile, isSaved?: boolean) => void {
  const text = useText()
  const { tell } = useAppContext()
  const show = useShowDocument()
  return (caption, file, isSaved = false) =>
    tell({
      message: text('participation.ready', { caption }),
      ...(!isSaved && { open: () => show(file, openDocumentTab(text('document.loading'))) })
    })
}
