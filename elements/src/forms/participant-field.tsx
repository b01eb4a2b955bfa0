import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { type Participant, participants } from '../data/participant.ts'
import { matcherOf } from '../lib/name-search.ts'
import { SearchField } from '../parts/fields/search-field.tsx'
import { SelectField } from '../parts/fields/select-field.tsx'
import { useText } from '../texts/texts.ts'

export type ParticipantChoice = ReturnType<typeof useParticipant>

const none: readonly Participant[] = []

/** Returns the choice of a participant, which is fixed to the logged-in person unless the profile allows others. */
export function useParticipant() {
  const app = useAppContext()
  /** The query for the participants, for which a form has to wait. */
  const query = useQuery(participants(app))
  const [value, choose] = useState<string | null>(null)
  const { list = none, own } = query.data ?? {}
  /** The chosen participant; at first the logged-in person. */
  const chosen = value === null ? own : list.find((one) => one.value === value)
  /** Whether the person may choose nobody else. */
  const isFixed = !app.session.profile?.changeParticipantAllowed
  return { query, list, own, chosen, choose, isFixed }
}

/** Renders a search among all participants, or a disabled drop-down with the logged-in person. */
export function ParticipantField({ list, chosen, choose, isFixed }: ParticipantChoice) {
  const text = useText()
  const label = text('participant.label')
  if (isFixed) return <SelectField label={label} options={list} value={chosen?.value ?? ''} disabled />
  return (
    <SearchField
      label={label}
      options={list}
      value={chosen?.value ?? ''}
      onChange={choose}
      matcherOf={matcherOf}
      none={text('participant.none')}
      more={(count) => text('participant.more', { count: count })}
      placeholder={text('field.choose')}
    />
  )
}
