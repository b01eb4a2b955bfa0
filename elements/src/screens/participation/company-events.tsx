import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { germanDateRange } from '@customer-center/contract/dates'
import { JobType } from '@customer-center/contract/server-function'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import {
  eventLabel,
  type ListedEvent,
  attendedEvents,
  type CompanyEvent,
  companyParticipations,
  groupByEvent,
  eventDateKey
} from '../../data/event.ts'
import {
  bulkCaption,
  type BulkFormat,
  bulkParameter,
  confirmableParticipants,
  eventParticipants
} from '../../data/letter.ts'
import type { Participant } from '../../data/participant.ts'
import type { ParticipantChoice } from '../../forms/participant-field.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import type { JobRequest } from '../../jobs/job-store.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { isAppleIos, saveFile } from '../../parts/documents/document-tab.ts'
import { Group } from '../../parts/group.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { countText, ListCountProvider } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText } from '../../parts/lists/marked-text.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { YearSections } from '../../parts/lists/year-sections.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { useReadyMessage, useConfirmation } from './use-confirmation.ts'
import './company-events.css'

const eventDate = ({ event: { from, to } }: CompanyEvent) => from ?? to
const eventTexts = ({ event: { caption, from, to } }: CompanyEvent) => [caption, germanDateRange(from, to)]

interface CompanyEventsProps {
  choice: ParticipantChoice
  add: Jobs['add']
  /** The list of jobs, below the form. */
  jobs: ReactNode
  /** The form for a confirmation of one participant. */
  children: ReactNode
}

/**
 * Renders the company's past events with the confirmations of all who attended each, and beside them the form for a
 * single one. They are for people who may choose a participant: an admin who attended nothing makes the confirmations
 * here. Without such events, or where the backend makes no confirmations of a whole event, the form is alone.
 */
export function CompanyEvents({
  choice: { query: people, list, own, isFixed },
  add,
  jobs,
  children
}: CompanyEventsProps) {
  const text = useText()
  const app = useAppContext()
  const heading = useId()
  const isOffered = useBackendFeature('bulk-confirmations') && !isFixed
  const query = useQuery({ ...companyParticipations(app), enabled: isOffered, select: groupByEvent })
  const { data: attended = [] } = useQuery({ ...attendedEvents(app, own), enabled: isOffered && own !== undefined })
  const [somebody = own] = list
  const isNobody = people.isError || (people.isSuccess && somebody === undefined)
  const isShown = isOffered && !isNobody && query.data?.length !== 0
  const mine = new Map(attended.map((event) => [eventDateKey(event), event]))
  return (
    <div className={isShown ? 'kc-confirmations' : 'kc-confirmation-alone'}>
      {isShown && (
        <section className="kc-company-events" aria-labelledby={heading}>
          <ListCountProvider>
            <ScreenHeader heading={<h2 id={heading}>{text('participation.company')}</h2>} />
            <p className="kc-company-hint">{text('participation.companyHint')}</p>
            <QueryState
              query={query}
              failed={text('participation.failed')}
              skeleton={<Skeleton shape="lines" rows={8} />}
            >
              {(rows) => (
                <LongList
                  list={text('orders.events')}
                  rows={rows}
                  textsOf={eventTexts}
                  countOf={(found, all) => countText(text, 'events', found.length, all.length)}
                  dateOf={eventDate}
                >
                  {(sections) => (
                    <YearSections sections={sections} level={3}>
                      {(some, level) => (
                        <ItemList>
                          {some.map((one) => (
                            <CompanyEventItem
                              key={one.event.key}
                              {...one}
                              {...{ own, add, somebody, level }}
                              mine={mine.get(eventDateKey(one.event))}
                            />
                          ))}
                        </ItemList>
                      )}
                    </YearSections>
                  )}
                </LongList>
              )}
            </QueryState>
          </ListCountProvider>
        </section>
      )}
      <div className="kc-single">
        <div className="kc-single-form">
          {isShown && <h2 part="heading">{text('participation.single')}</h2>}
          {children}
        </div>
        {jobs}
      </div>
    </div>
  )
}

interface CompanyEventItemProps extends CompanyEvent, Pick<CompanyEventsProps, 'add'> {
  own: Participant | undefined
  /** Any person of the company: its keys name the company; undefined until the people are loaded. */
  somebody: Participant | undefined
  /** The person's own participation; undefined for an event that the person did not attend. */
  mine: ListedEvent | undefined
  level: 2 | 3 | 4
}

/** Renders an event with the buttons for one's own confirmation and for all, and with its participants. */
function CompanyEventItem({ event, participants, own, mine, level, somebody, add }: CompanyEventItemProps) {
  const text = useText()
  const caption = useId()
  const confirm = useConfirmation(add, useReadyMessage())
  const { busy, run } = useAction()
  return (
    <Item
      part="company-event"
      title={
        <span id={caption}>
          <MarkedText>{event.caption ?? '–'}</MarkedText>
        </span>
      }
      date={<MarkedText>{germanDateRange(event.from, event.to)}</MarkedText>}
    >
      {event.no !== null && (
        <Group
          heading={text('participation.participants', { count: participants })}
          level={level}
          loads
          describedBy={caption}
        >
          <EventParticipants event={event} />
        </Group>
      )}
      <div className="kc-mine">
        {own && mine && (
          <Button
            kind="plain"
            busy={busy}
            aria-label={text('participation.mineName', { event: eventLabel(event) })}
            onClick={() => void run(() => confirm(own, mine), 'participation.unavailable')}
          >
            {text('participation.mine')}
          </Button>
        )}
      </div>
      {somebody && <BulkButton participant={somebody} event={event} count={participants} add={add} />}
    </Item>
  )
}

/**
 * Renders the names of the participants whose confirmations the person may request. The list is loaded when somebody
 * opens it.
 */
function EventParticipants({ event }: { event: ListedEvent }) {
  const text = useText()
  const query = useQuery(eventParticipants(useAppContext(), event))
  return (
    <QueryState query={query} failed={text('participant.failed')} skeleton={<Skeleton rows={1} />}>
      {({ names }) => (
        <ul>
          {names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}

interface BulkButtonProps {
  participant: Participant
  event: ListedEvent
  /** The number of people who attended the event. */
  count: number
  add: Jobs['add']
}

/** Renders a button for the confirmations of all participants of the event, as one file. */
export function BulkButton({ participant, event, count: attended, add }: BulkButtonProps) {
  const text = useText()
  const app = useAppContext()
  const { choose } = useAlert()
  const tellReady = useReadyMessage()
  const { busy, run } = useAction()

  async function create() {
    // Without its number nobody knows which date of the event is meant.
    if (event.no === null) return
    const confirmable = await run(() => confirmableParticipants(app, event), 'participation.unavailable')
    if (!confirmable) return
    const count = String(confirmable.participantIds.length)
    const labels = [text('export.zip'), text('participation.pdf')]
    const answer = await choose(text('participation.bulkQuestion', { count, event: eventLabel(event) }), labels)
    if (answer === null) return
    const format: BulkFormat = answer === 0 ? 'ZIP' : 'PDF'
    const caption = bulkCaption(event, text('participation.participants', { count }))
    const request: JobRequest = {
      type: JobType.participationConfirmation,
      caption,
      functionName: 'StandardLetters',
      parameter: async () => bulkParameter(confirmable, participant, event, format),
      unavailable: text('participation.unavailable'),
      // The person's answer asks for a file, so the file is saved without another click.
      onFinished(file) {
        const isSaved = !isAppleIos(navigator)
        if (isSaved) saveFile(file)
        tellReady(caption, file, isSaved && format === 'ZIP')
      }
    }
    // The second action begins only now: the button is not busy while the question is open.
    await run(() => add(request), 'participation.unavailable')
  }

  const label = attended === 1 ? text('participation.bulkOne') : text('participation.bulk', { count: attended })
  return (
    <Button
      kind="plain"
      busy={busy}
      disabled={event.no === null}
      aria-label={text('participation.bulkName', { label, event: eventLabel(event) })}
      onClick={() => void create()}
    >
      {label}
    </Button>
  )
}
