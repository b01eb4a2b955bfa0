import { matcherOf } from '../lib/name-search.ts'
import { SearchField } from '../parts/search-field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { numberFormat } from '../texts/number-format.ts'
import { useText } from '../texts/texts.ts'
import type { ParticipantChoice } from './use-participant.ts'

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
