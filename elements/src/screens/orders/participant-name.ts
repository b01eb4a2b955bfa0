import type { OrderedEvent } from '@customer-center/contract/order'
import type { Text, TextId } from '../../texts/texts.ts'

type Participant = OrderedEvent['participants'][number]

/** Names with the word of the booking's state; any other state of another backend is no word for people. */
const stateTexts = new Map<string | null, TextId>([
  ['waiting', 'orders.waiting'],
  ['cancelled', 'orders.cancelled'],
  ['rebooked', 'orders.rebooked']
])

const countTexts = new Map<Participant['state'], TextId>([
  ['waiting', 'orders.waitingCount'],
  ['cancelled', 'orders.cancelledCount'],
  ['rebooked', 'orders.rebookedCount']
])

/** Returns the name of a participant, with the state of the booking behind it unless it is booked. */
export function participantName({ caption, state }: Participant, text: Text): string {
  const id = stateTexts.get(state)
  return id === undefined ? caption : text(id, { name: caption })
}

/** Tells whether somebody takes part, who is neither waiting nor has cancelled. */
export const isTakingPart = ({ state }: Participant): boolean => !stateTexts.has(state)

/** Returns the number of those who take part, and how many of the others there are: `5, dazu 1 storniert`. */
export function participantCount(participants: readonly Participant[], text: Text): string {
  const count = (wanted: Participant['state']) => participants.filter(({ state }) => state === wanted).length
  const others = [...countTexts].flatMap(([state, id]) =>
    count(state) > 0 ? text(id, { count: String(count(state)) }) : []
  )
  const taking = String(participants.filter(isTakingPart).length)
  return others.length > 0 ? text('orders.andOthers', { count: taking, others: others.join(', ') }) : taking
}
