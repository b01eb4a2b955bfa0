import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { type Participant, type Participants, participants } from '../data/participant.ts'
import type { QueryResult } from './query-state.tsx'

export interface ParticipantChoice {
  /** What a form has to wait for. */
  readonly query: QueryResult<Participants>
  readonly list: readonly Participant[]
  /** The logged-in person; undefined until that is known. */
  readonly own: Participant | undefined
  /** Whom the form is about: oneself until somebody else is chosen. */
  readonly chosen: Participant | undefined
  readonly choose: (value: string) => void
  /** The person may not choose (section 6). */
  readonly locked: boolean
}

const nobody: readonly Participant[] = []

/** The choice of a participant, locked to oneself unless the profile allows another. */
export function useParticipant(): ParticipantChoice {
  const app = useAppContext()
  const query = useQuery(participants(app))
  const [value, choose] = useState<string | null>(null)
  const { list = nobody, own } = query.data ?? {}
  const chosen = value === null ? own : list.find((one) => one.value === value)
  return { query, list, own, chosen, choose, locked: !app.session.profile?.changeParticipantAllowed }
}
