import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import type { ListedEvent } from '../../data/event.ts'
import { confirmationCaption, participationLetterNo, participationParameter } from '../../data/letter.ts'
import type { Participant } from '../../data/participant.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { useText } from '../../texts/texts.ts'

/** Returns a function that adds the job of one participant's confirmation. */
export function useConfirmation(add: Jobs['add']): (participant: Participant, event: ListedEvent) => Promise<void> {
  const text = useText()
  const app = useAppContext()
  return (participant, event) =>
    add({
      type: JobType.participationConfirmation,
      caption: confirmationCaption([event], participant),
      functionName: 'StandardLetter',
      parameter: async () => participationParameter(await participationLetterNo(app, event), participant, event),
      unavailable: text('participation.unavailable')
    })
}
