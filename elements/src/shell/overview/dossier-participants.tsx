import { useQuery } from '@tanstack/react-query'
import { eventKeyOf, type JoinedEvent } from '@customer-center/contract/dossier'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { customerKeys } from '../../data/customer.ts'
import { actsForOthers, confirmableParticipations, opensList, ownParticipations } from '../../data/dossier.ts'
import { eventLabel, type ListedEvent } from '../../data/event.ts'
import { eventParticipants } from '../../data/letter.ts'
import { type ListedOrderEvent, orders } from '../../data/order.ts'
import { type Participant, participants } from '../../data/participant.ts'
import { allQueries, type QueryResult, QueryState } from '../../forms/query-state.tsx'
import type { Jobs } from '../../jobs/use-jobs.ts'
import { Button } from '../../parts/button.tsx'
import { useDocumentAction } from '../../parts/documents/use-document-action.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { participantName, isTakingPart } from '../../screens/orders/coming-events.tsx'
import { BulkButton } from '../../screens/participation/company-events.tsx'
import { useConfirmation, useReadyMessage } from '../../screens/participation/use-confirmation.ts'
import { useText } from '../../texts/texts.ts'
import { Section } from './dossier-section.tsx'

interface ParticipantsProps {
  event: JoinedEvent
  add: Jobs['add']
  /** Whether the person may open the confirmations. */
  confirms: boolean
}

type OrderedParticipant = ListedOrderEvent['participants'][number]

/**
 * Renders the participants of the orders; where these name nobody, or the person may not open them, the person if they
 * take part themselves, else those whose confirmations they may request. Renders nothing if no participant is known.
 */
export function Participants({ event, add, confirms }: ParticipantsProps) {
  const text = useText()
  const app = useAppContext()
  const key = eventKeyOf(event)
  const hasOrders = opensList(app, 'orders')
  const ordered = useQuery({ ...orders(app), enabled: hasOrders })
  const actsAlone = !actsForOthers(app)
  const needsOwn = !hasOrders || actsAlone
  const own = useQuery({ ...participants(app), enabled: needsOwn })
  const mine = useQuery({ ...ownParticipations(app), enabled: needsOwn && confirms })
  const keys = useQuery({ queryKey: ['customer-keys'], queryFn: () => customerKeys(app) })
  const attended = useQuery({ ...confirmableParticipations(app), enabled: confirms })
  const isBulkOffered = useBackendFeature('bulk-confirmations')
  const ofEvent = (rows: readonly ListedEvent[] = []) => rows.filter((one) => eventKeyOf(one) === key)
  const confirmable = ofEvent(attended.data)
  const people = (rows: typeof ordered.data): readonly OrderedParticipant[] =>
    (rows ?? [])
      .flatMap(({ events }) => events)
      .filter((one) => eventKeyOf(one) === key)
      .flatMap((one) => one.participants)
      .toSorted((one, other) => Number(isTakingPart(other)) - Number(isTakingPart(one)))
  const { company = null, id = null } = keys.data ?? {}
  /** Returns the person as a participant of confirmations; undefined without the keys that these need. */
  function participantOf({ caption, contactCompany, contactId }: OrderedParticipant): Participant | undefined {
    if (!company || !id || contactId === null || contactId === undefined) return undefined
    const personKeys = { company, id, pvaid: null, contactCompany: contactCompany ?? company, contactId }
    return { value: contactId, label: caption, search: '', keys: personKeys }
  }
  const somebody = company && id ? participantOf({ caption: '', contactId: '0' } as OrderedParticipant) : undefined
  const needed: QueryResult<unknown>[] = [keys]
  if (hasOrders) needed.push(ordered)
  if (needsOwn) needed.push(own)
  if (needsOwn && confirms) needed.push(mine)
  return (
    <QueryState query={allQueries(...needed)} failed={text('participant.failed')} skeleton={<Skeleton rows={3} />}>
      {() => {
        const listed = people(ordered.data)
        const taking = listed.filter(isTakingPart).length
        const [participation] = ofEvent(mine.data)
        // Of a person who acts for themselves alone, every event is one of their own.
        const me = listed.length === 0 && (participation || actsAlone) ? own.data?.own : undefined
        const [named] = isBulkOffered && !actsAlone ? confirmable : []
        if (listed.length === 0 && !me && !named) return null
        // Orders need not name all who take part: an order is missing from a booking that was made otherwise.
        const isWhole = listed.length > 0 && taking >= (event.persons ?? 0)
        return (
          <Section heading={text('orders.participants')} count={isWhole ? taking : undefined}>
            {listed.length > 0 || me ? (
              <ItemList>
                {listed.map((one, index) => (
                  <ParticipantItem
                    key={one.participantId ?? index}
                    name={participantName(one, text)}
                    participant={participantOf(one)}
                    participation={confirmable.find(
                      ({ participantId }) => participantId !== null && participantId === (one.participantId ?? '')
                    )}
                    {...{ add }}
                  />
                ))}
                {me && <ParticipantItem name={me.label} participant={me} {...{ participation, add }} />}
              </ItemList>
            ) : (
              named && <Names event={named} />
            )}
            {named && somebody && (
              <BulkButton participant={somebody} event={named} count={confirmable.length} add={add} />
            )}
          </Section>
        )
      }}
    </QueryState>
  )
}

/** Renders the names of the participants whose confirmations the person may request. */
function Names({ event }: { event: ListedEvent }) {
  const text = useText()
  const query = useQuery(eventParticipants(useAppContext(), event))
  return (
    <QueryState query={query} failed={text('participant.failed')} skeleton={<Skeleton rows={1} />}>
      {(names) => (
        <ItemList>
          {names.map((name, index) => (
            <Item key={index} title={name} />
          ))}
        </ItemList>
      )}
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
  const { busy, run } = useDocumentAction('participation.unavailable')
  return (
    <Item title={name}>
      {participant && participation && (
        <Button
          kind="plain"
          busy={busy}
          aria-label={text('overview.confirmName', { name, event: eventLabel(participation) })}
          onClick={() => void run(() => confirm(participant, participation))}
        >
          {text('overview.confirm')}
        </Button>
      )}
    </Item>
  )
}
