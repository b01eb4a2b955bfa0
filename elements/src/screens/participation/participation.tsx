import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { germanDateRange } from '@customer-center/contract/dates'
import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { attendedEvents, type ListedEvent } from '../../data/event.ts'
import { CreateForm } from '../../forms/create-form.tsx'
import { type ParticipantChoice, ParticipantField, useParticipant } from '../../forms/participant-field.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { type Jobs, useJobs } from '../../jobs/use-jobs.ts'
import { Fields } from '../../parts/fields/form.tsx'
import { SelectField } from '../../parts/fields/select-field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { CompanyEvents } from './company-events.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Renders confirmations that somebody took part in an event. */
export default function Participation() {
  const text = useText()
  const choice = useParticipant()
  const { jobs, add, remove } = useJobs(JobType.participationConfirmation, choice.own)
  return (
    <>
      <Heading>{text('participation.heading')}</Heading>
      <CompanyEvents
        {...{ choice, add }}
        jobs={<JobList header={text('participation.heading')} jobs={jobs} onRemove={remove} />}
      >
        <QueryState query={choice.query} failed={text('participant.failed')} skeleton={<Skeleton rows={6} />}>
          {() => <ParticipationForm choice={choice} add={add} />}
        </QueryState>
      </CompanyEvents>
    </>
  )
}

/** Returns the caption, then the date: a narrow field cuts the end. */
const labelOf = ({ caption, from, to }: ListedEvent) => [caption, germanDateRange(from, to)].filter(Boolean).join(', ')

/** Renders the participant, one of the events, and 'Erstellen'. */
export function ParticipationForm({ choice, add }: { choice: ParticipantChoice; add: Jobs['add'] }) {
  const text = useText()
  const app = useAppContext()
  const confirm = useConfirmation(add)
  const { chosen: participant } = choice
  const query = useQuery(attendedEvents(app, participant))
  const { data: events, isFetching } = query
  const [picked, setPicked] = useState('')
  const event = events?.find(({ key }) => key === picked) ?? (events?.length === 1 ? events[0] : undefined)

  async function create() {
    if (participant && event) await confirm(participant, event)
  }

  return (
    <CreateForm
      label={text('participation.create')}
      loading={isFetching}
      ready={participant !== undefined && event !== undefined}
      onCreate={create}
    >
      <Fields>
        <ParticipantField {...choice} />
      </Fields>
      {/* The longest captions need the whole width. */}
      <Fields>
        <SelectField
          label={text('participation.event')}
          options={(events ?? []).map((one) => ({ value: one.key, label: labelOf(one) }))}
          placeholder={text(isFetching ? 'state.loading' : 'field.choose')}
          disabled={!events || events.length === 0}
          value={event?.key ?? ''}
          onChange={({ target }) => setPicked(target.value)}
        />
      </Fields>
      <QueryState
        query={query}
        failed={text('participation.failed')}
        skeleton={null}
        empty={<Notice>{text('participation.empty')}</Notice>}
      >
        {() => null}
      </QueryState>
    </CreateForm>
  )
}
