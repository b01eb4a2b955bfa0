import type { OrderedEvent } from '@customer-center/contract/order'
import type { Text, TextId } from '../../texts/texts.ts'

type Participant = OrderedEvent['participants'][number]

/** Names with the word of the booking's state; any other state of another backend is no word for people. */
const stateTexts = new Map<string | null, TextId>([
  ['waiting', 'orders.waiting'],
  ['cancelled', 'orders.cancelled'],
  ['rebooked', 'orders.rebooked']
])

/** Returns the name of a participant, with the state of the booking behind it unless it is booked. */
export function participantName({ caption, state }: Participant, text: Text): string {
  const id = stateTexts.get(state)
  return id === undefined ? caption : text(id, { name: caption })
}

/** Tells whether somebody takes part, who is neither waiting nor has cancelled. */
export const isTakingPart = ({ state }: Participant): boolean => !stateTexts.has(state)
