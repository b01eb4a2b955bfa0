import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { eventKeyOf, type JoinedEvent } from '@customer-center/contract/dossier'
import { takesPart } from '@customer-center/contract/order'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { customerKeys } from '../../data/customer.ts'
import { actsForOthers, confirmableParticipations, ownParticipations } from '../../data/dossier.ts'
import { eventLabel, type ListedEvent } from '../../data/event.ts'
import { eventParticipants, isLetterOf } from '../../data/letter.ts'
import { type ListedOrderEvent, orders } from '../../data/order.ts'
import { type Participant, participants } from '../../data/participant.ts'
import { opensRoute } from '../../data/rights.ts'
import { allQueries, type QueryResult, QueryState } from '../../forms/query-state.tsx'
import type { DocumentJob } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { Button } from '../../parts/button.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { participantName } from '../../screens/orders/coming-events.tsx'
import { BulkButton } from '../../screens/participation/company-events.tsx'
import { useConfirmation, useReadyMessage } from '../../screens/participation/use-confirmation.ts'
import { useText } from '../../texts/texts.ts'
import { Section } from './dossier-section.tsx'

type OrderedParticipant = ListedOrderEvent['participants'][number]

/**
 * Reads who takes part in an event: those of the orders, each once; the person where no order names them; and those who
 * have no order, of whom the confirmations know the names.
 *
 * @param confirms whether the person may open the confirmations
 */
export function useEventPeople(event: JoinedEvent, confirms: boolean) {
  const app = useAppContext()
  const key = eventKeyOf(event)
  const actsAlone = !actsForOthers(app)
  const isBulkOffered = useBackendFeature('bulk-confirmations')
  const { needed, ordered, own, mine, attended } = usePeopleLists(confirms)
  const keys = useQuery({ queryKey: ['customer-keys'], queryFn: () => customerKeys(app) })
  const ofEvent = (rows: readonly ListedEvent[] = []) => rows.filter((one) => eventKeyOf(one) === key)
  const confirmable = ofEvent(attended.data)
  const bookings = (ordered.data ?? [])
    .flatMap(({ events }) => events)
    .filter((one) => eventKeyOf(one) === key)
    .flatMap((one) => one.participants)
  const booked = withoutRepeats(bookings, confirmable)
  const [participation] = ofEvent(mine.data)
  // A person who acts for themselves alone takes part in each of their events.
  const me = booked.length === 0 && (participation || actsAlone) ? own.data?.own : undefined
  const shown = [...bookings, ...(me && participation ? [participation] : [])]
  const ofAll = isBulkOffered && !actsAlone ? confirmable : []
  // Until these are there, a person who is shown as a participant would count as one of the others.
  const { names, others } = useOthers(event, shown, needed.data ? ofAll : [])
  return {
    needed,
    isLoading: [ordered, own, mine, keys, attended, names].some(isFirstRead),
    /** Queries for which the list does not wait: the keys for its buttons, and the names of others. */
    more: names.isEnabled ? allQueries<unknown[]>(keys, names) : keys,
    /** All known participations in the event. */
    participantIds: [...bookings, ...confirmable, ...(participation ? [participation] : [])].flatMap(
      ({ participantId }) => participantId || []
    ),
    keys: keys.data ?? {},
    booked,
    me,
    participation,
    others,
    confirmable,
    ofAll
  }
}

/**
 * Returns the jobs that are of the event, which only their parameters tell. One that is not started yet, or never was,
 * has been asked for here since the dossier is open.
 */
export function useJobsOf(
  event: JoinedEvent,
  { participantIds }: ReturnType<typeof useEventPeople>,
  jobs: readonly DocumentJob[]
): readonly DocumentJob[] {
  const [opened] = useState(() => Date.now())
  return jobs.filter(({ start, jobId, since }) =>
    start ? isLetterOf(start.parameter, event, participantIds) : jobId === null && since >= opened
  )
}

/** Reads the lists that name participants; those that are `needed` have to be there before any is shown. */
function usePeopleLists(confirms: boolean) {
  const app = useAppContext()
  const hasOrders = opensRoute(app, 'orders')
  const needsOwn = !hasOrders || !actsForOthers(app)
  const ordered = useQuery({ ...orders(app), enabled: hasOrders })
  const own = useQuery({ ...participants(app), enabled: needsOwn })
  const mine = useQuery({ ...ownParticipations(app), enabled: needsOwn && confirms })
  const attended = useQuery({ ...confirmableParticipations(app), enabled: confirms })
  const needed: QueryResult<unknown>[] = []
  if (hasOrders) needed.push(ordered)
  if (needsOwn) needed.push(own)
  if (needsOwn && confirms) needed.push(mine)
  return { needed: allQueries(...needed), ordered, own, mine, attended }
}

/** Reads the names of those whose participations can be confirmed and who are not among the participants shown. */
function useOthers(
  event: JoinedEvent,
  shown: readonly Pick<OrderedParticipant, 'participantId'>[],
  confirmable: readonly ListedEvent[]
) {
  const known = new Set(shown.map(({ participantId }) => participantId || null))
  // Somebody without the number of the participation might be any of those whom the confirmations name.
  const isJoinable = !known.has(null)
  const isNeeded = isJoinable && confirmable.some(({ participantId }) => !known.has(participantId))
  const names = useQuery({ ...eventParticipants(useAppContext(), event), enabled: isNeeded })
  const { participantIds = [], names: all = [] } = (isNeeded && names.data) || {}
  return { names, others: all.filter((_, index) => !known.has(participantIds[index] ?? null)) }
}

/** Tells whether the first answer of a query is on its way. While the browser is offline, none is. */
export const isFirstRead = ({
  isPending,
  isFetched,
  fetchStatus
}: Pick<UseQueryResult, 'isPending' | 'isFetched' | 'fetchStatus'>): boolean =>
  isPending && !isFetched && fetchStatus === 'fetching'

/** Returns each person once, with the booking that takes part, if there is one; those who take part come first. */
function withoutRepeats(
  bookings: readonly OrderedParticipant[],
  confirmable: readonly ListedEvent[]
): readonly OrderedParticipant[] {
  const rankOf = (one: OrderedParticipant) => (takesPart(one) ? 2 : 0) + (participationOf(one, confirmable) ? 1 : 0)
  const ofPerson = new Map<unknown, OrderedParticipant>()
  for (const one of bookings) {
    const person = one.contactId ? `${one.contactCompany}-${one.contactId}` : one
    const other = ofPerson.get(person)
    if (!other || rankOf(one) > rankOf(other)) ofPerson.set(person, one)
  }
  return [...ofPerson.values()].toSorted((one, other) => Number(takesPart(other)) - Number(takesPart(one)))
}

/** Returns the participation of a booking that can be confirmed; undefined if there is none. */
const participationOf = ({ participantId }: OrderedParticipant, confirmable: readonly ListedEvent[]) =>
  confirmable.find((one) => one.participantId !== null && one.participantId === (participantId ?? ''))

interface ParticipantsProps {
  event: JoinedEvent
  people: ReturnType<typeof useEventPeople>
  /** Shown while they are awaited. */
  skeleton: ReactNode
  add: Jobs['add']
}

/** Renders the participants, each with their state; nothing if none is known. */
export function Participants({ event, people, skeleton, add }: ParticipantsProps) {
  const text = useText()
  const { needed, more, keys, booked, me, participation, others, confirmable, ofAll } = people
  const { company, id } = keys
  /** Returns the person as a participant of confirmations; undefined without the keys that these need. */
  function participantOf({ caption, contactCompany, contactId }: OrderedParticipant): Participant | undefined {
    if (!company || !id || contactId === null || contactId === undefined) return undefined
    const personKeys = { company, id, pvaid: null, contactCompany: contactCompany ?? company, contactId }
    return { value: contactId, label: caption, search: '', keys: personKeys }
  }
  const somebody = participantOf({ caption: '', contactId: '0' } as OrderedParticipant)
  return (
    <QueryState query={needed} failed={text('participant.failed')} skeleton={skeleton}>
      {() => {
        const taking = booked.filter(takesPart).length + others.length
        const [named] = ofAll
        if (booked.length === 0 && !me && !named) return null
        // Orders need not name all who take part: an order is missing from a booking that was made otherwise.
        const isWhole = booked.length > 0 && taking >= (event.persons ?? 0)
        return (
          <Section heading={text('orders.participants')} count={isWhole ? taking : undefined}>
            <ItemList>
              {booked.map((one, index) => (
                <ParticipantItem
                  key={one.participantId ?? index}
                  name={participantName(one, text)}
                  participant={participantOf(one)}
                  participation={participationOf(one, confirmable)}
                  {...{ add }}
                />
              ))}
              {me && <ParticipantItem name={me.label} participant={me} {...{ participation, add }} />}
              {others.map((name, index) => (
                <Item key={`other-${index}`} title={name} />
              ))}
            </ItemList>
            <QueryState<unknown> query={more} failed={text('participant.failed')} skeleton={null}>
              {() => null}
            </QueryState>
            {named && somebody && (
              <BulkButton participant={somebody} event={named} count={confirmable.length} add={add} />
            )}
          </Section>
        )
      }}
    </QueryState>
  )
}

interface ParticipantItemProps {
  name: string
  participant: Participant | undefined
  /** The participation that can be confirmed; undefined if there is none. */
  participation: ListedEvent | undefined
  add: Jobs['add']
}

function ParticipantItem({ name, participant, participation, add }: ParticipantItemProps) {
  const text = useText()
  const confirm = useConfirmation(add, useReadyMessage())
  const { busy, run } = useAction()
  return (
    <Item title={name}>
      {participant && participation && (
        <Button
          kind="plain"
          busy={busy}
          aria-label={text('overview.confirmName', { name, event: eventLabel(participation) })}
          onClick={() => void run(() => confirm(participant, participation), 'participation.unavailable')}
        >
          {text('overview.confirm')}
        </Button>
      )}
    </Item>
  )
}
