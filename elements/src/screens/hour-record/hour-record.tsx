import { useQuery } from '@tanstack/react-query'
import { useId, useEffect, useState } from 'react'
import { germanDateRange, today } from '@customer-center/contract/dates'
import { dateDebounceMs } from '@customer-center/contract/limits'
import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { type ListedEvent, eventsInPeriod } from '../../data/event.ts'
import { confirmationCaption, hourRecordLetterNo, hourRecordParameter } from '../../data/letter.ts'
import { CreateForm } from '../../forms/create-form.tsx'
import { type ParticipantChoice, ParticipantField, useParticipant } from '../../forms/participant-field.tsx'
import { PeriodFields, usePeriod } from '../../forms/period-fields.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { type Jobs, useJobs } from '../../jobs/use-jobs.ts'
import { timers } from '../../lib/timers.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields/check-field.tsx'
import { Fields } from '../../parts/fields/form.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import './hour-record.css'

/** Renders hour records: the events of a participant in a period. */
export default function HourRecord() {
  const text = useText()
  const choice = useParticipant()
  const { jobs, add, remove } = useJobs(JobType.hourRecord, choice.own)
  return (
    <>
      <Heading>{text('hourRecord.heading')}</Heading>
      <QueryState query={choice.query} failed={text('participant.failed')} skeleton={<Skeleton rows={6} />}>
        {() => <HourRecordForm choice={choice} add={add} />}
      </QueryState>
      <JobList header={text('hourRecord.heading')} jobs={jobs} onRemove={remove} />
    </>
  )
}

/** Returns the first period: from the first of January of the current year until today. */
const thisYear = () => ({ from: `${today().slice(0, 4)}-01-01`, to: today() })

/** Renders the participant, the period, its events with checkboxes, and 'Erstellen'. */
export function HourRecordForm({ choice, add }: { choice: ParticipantChoice; add: Jobs['add'] }) {
  const text = useText()
  const app = useAppContext()
  const { chosen: participant } = choice
  const choiceOfPeriod = usePeriod(thisYear)
  const { period, isValid } = choiceOfPeriod
  const present = isValid ? `${period.from}/${period.to}` : ''
  const settled = useDebouncedValue(present, dateDebounceMs)
  const [from = '', to = ''] = settled.split('/')
  const enabled = participant !== undefined && settled !== ''
  const query = useQuery({ ...eventsInPeriod(app, participant, from, to), enabled })
  const { data: events, isFetching } = query
  // The ticks are stored with their list, since all events of a new list are ticked.
  const [selection, setSelection] = useState<{ events: readonly ListedEvent[]; unticked: ReadonlySet<string> } | null>(
    null
  )
  const unticked = events && selection?.events === events ? selection.unticked : none
  const ticked = (events ?? []).filter(({ key }) => !unticked.has(key))
  const isSettled = settled === present

  async function create() {
    if (!participant) return
    await add({
      type: JobType.hourRecord,
      caption: confirmationCaption(ticked, participant),
      functionName: 'TimesheetLetter',
      parameter: async () => hourRecordParameter(app, await hourRecordLetterNo(app), participant, ticked, { from, to }),
      unavailable: text('hourRecord.unavailable')
    })
  }

  return (
    <CreateForm
      label={text('hourRecord.create')}
      loading={isFetching}
      awaited={!events}
      ready={participant !== undefined && ticked.length > 0 && isSettled}
      onCreate={create}
    >
      <Fields>
        <ParticipantField {...choice} />
      </Fields>
      <Fields>
        <PeriodFields {...choiceOfPeriod} />
      </Fields>
      <QueryState query={query} failed={text('hourRecord.failed')} skeleton={enabled && <Skeleton rows={3} />}>
        {(listed) => (
          <EventChecklist
            events={listed}
            unticked={unticked}
            onChange={(next) => setSelection({ events: listed, unticked: next })}
          />
        )}
      </QueryState>
    </CreateForm>
  )
}

const none: ReadonlySet<string> = new Set()

/** Returns `value` as it was when it last stayed the same for `ms`. */
function useDebouncedValue<Value extends string>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(
    () => (value === debounced ? undefined : timers.after(ms, () => setDebounced(value))),
    [value, debounced, ms]
  )
  return debounced
}

interface EventChecklistProps {
  events: readonly ListedEvent[]
  unticked: ReadonlySet<string>
  onChange: (unticked: ReadonlySet<string>) => void
}

function EventChecklist({ events, unticked, onChange }: EventChecklistProps) {
  const text = useText()
  const id = useId()
  const all = events.map(({ key }) => key)

  function toggle(key: string) {
    const next = new Set(unticked)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }

  return (
    <section className="kc-event-checks" aria-labelledby={id}>
      <header>
        <h2 id={id} part="heading">
          {text('hourRecord.events')}
        </h2>
        {events.length > 0 && (
          <>
            <output>
              {text('hourRecord.selected', {
                count: events.length - unticked.size,
                total: events.length
              })}
            </output>
            <Button kind="plain" inactive={unticked.size === 0} onClick={() => onChange(new Set())}>
              {text('hourRecord.all')}
            </Button>
            <Button kind="plain" inactive={unticked.size === events.length} onClick={() => onChange(new Set(all))}>
              {text('hourRecord.none')}
            </Button>
          </>
        )}
      </header>
      {events.length === 0 && <Notice>{text('hourRecord.empty')}</Notice>}
      <ul>
        {events.map((event) => (
          <li key={event.key}>
            <CheckField
              label={
                <>
                  <span className="kc-date">{germanDateRange(event.from, event.to)}</span> {event.caption}
                </>
              }
              checked={!unticked.has(event.key)}
              onChange={() => toggle(event.key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
