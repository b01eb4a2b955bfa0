import { useQuery } from '@tanstack/react-query'
import { eventKeyOf, type JoinedEvent } from '@customer-center/contract/dossier'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { customerKeys } from '../../data/customer.ts'
import { opensList } from '../../data/dossier.ts'
import { companyParticipations, eventLabel, type ListedEvent } from '../../data/event.ts'
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

/** Renders the participants of the orders; for a person who may not open these, the person alone. */
export function Participants({ event, add, confirms }: ParticipantsProps) {
  const text = useText()
  const app = useAppContext()
  const key = eventKeyOf(event)
  const hasOrders = opensList(app, 'orders')
  const ordered = useQuery({ ...orders(app), enabled: hasOrders })
  const own = useQuery({ ...participants(app), enabled: !hasOrders })
  const keys = useQuery({ queryKey: ['customer-keys'], queryFn: () => customerKeys(app) })
  const attended = useQuery({ ...companyParticipations(app), enabled: confirms })
  const isBulkOffered = useBackendFeature('bulk-confirmations')
  const confirmable = (attended.data ?? []).filter((one) => eventKeyOf(one) === key)
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
  const query: QueryResult<readonly unknown[]> = hasOrders ? allQueries(ordered, keys) : allQueries(own, keys)
  return (
    <QueryState query={query} failed={text('participant.failed')} skeleton={<Skeleton rows={3} />}>
      {() => {
        const listed = people(ordered.data)
        const me = own.data?.own
        return (
          <Section
            heading={text('orders.participants')}
            count={hasOrders ? listed.filter(isTakingPart).length : undefined}
          >
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
              {me && <ParticipantItem name={me.label} participant={me} participation={confirmable[0]} {...{ add }} />}
            </ItemList>
            {hasOrders && isBulkOffered && somebody && confirmable[0] && (
              <BulkButton participant={somebody} event={confirmable[0]} count={confirmable.length} add={add} />
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
