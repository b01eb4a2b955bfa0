import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { type Participant, type Participants, participants } from '../data/participant.ts'
import type { QueryResult } from './query-state.tsx'
import { matcherOf } from '../lib/name-search.ts'
import { SearchField } from '../parts/search-field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { numberFormat } from '../texts/number-format.ts'
import { useText } from '../texts/texts.ts'

export interface ParticipantChoice {
  /** The query that a form has to wait for. */
  readonly query: QueryResult<Participants>
  readonly list: readonly Participant[]
  /** The logged-in person; undefined until that is known. */
  readonly own: Participant | undefined
  /** The chosen participant: at first the logged-in person. */
  readonly chosen: Participant | undefined
  readonly choose: (value: string) => void
  /** The person may not choose anybody else (section 6). */
  readonly locked: boolean
}

const none: readonly Participant[] = []

/** The choice of a participant, locked to the logged-in person unless the profile allows others. */
export function useParticipant(): ParticipantChoice {
  const app = useAppContext()
  const query = useQuery(participants(app))
  const [value, choose] = useState<string | null>(null)
  const { list = none, own } = query.data ?? {}
  const chosen = value === null ? own : list.find((one) => one.value === value)
  return { query, list, own, chosen, choose, locked: !app.session.profile?.changeParticipantAllowed }
}

/** A search among all participants, or a disabled drop-down with the logged-in person. */
export function ParticipantField({ list, chosen, choose, locked }: ParticipantChoice) {
  const text = useText()
  const label = text('participant.label')
  if (locked) return <SelectField label={label} options={list} value={chosen?.value ?? ''} disabled />
  return (
    <SearchField
      label={label}
      options={list}
      value={chosen?.value ?? ''}
      onChange={choose}
      matcherOf={matcherOf}
      none={text('participant.none')}
      more={(count) => text('participant.more', { count: numberFormat.format(count) })}
      placeholder={text('field.choose')}
    />
  )
}
