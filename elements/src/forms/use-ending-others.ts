import { useQuery } from '@tanstack/react-query'
import type { EndsOthers } from '@customer-center/contract/passkey'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import { sessionList } from '../data/session-list.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

/** Returns the question whether other sessions end with a change of passkeys. */
export function useEndingOthers(enabled = true) {
  const text = useText()
  const { choose } = useAlert()
  const isOffered = useBackendFeature('sessions')
  const sessions = useQuery({ ...sessionList(useAppContext()), enabled: enabled && isOffered })
  return {
    /**
     * Asks whether the person's other sessions, if there are any, are to end when a passkey is added or removed; null
     * on Abbrechen.
     *
     * @param question whether to add or remove it at all; empty to ask only about the sessions
     */
    askForOthers: async (question: string, act: 'add' | 'remove'): Promise<EndsOthers | null> => {
      const { data = [] } = sessions.data || !isOffered ? sessions : await sessions.refetch()
      const danger = act === 'remove'
      if (data.length < 2) {
        const isAgreed = question === '' || (await choose(question, [text('passkeys.remove')], { danger })) !== null
        return isAgreed ? {} : null
      }
      const labels = [text(`passkeys.${act}AndEnd`), text(`passkeys.${act}Only`)]
      const answer = await choose(`${question} ${text('passkeys.othersQuestion')}`.trim(), labels, { danger })
      if (answer === 0) return { endOtherSessions: true }
      return answer === 1 ? {} : null
    },
    refetchSessions: async () => sessions.data && sessions.refetch()
  }
}
