import { isCancelled } from '../texts/event-texts.ts'
import { useText } from '../texts/texts.ts'
import { Badge } from './badge.tsx'

/** Renders a word behind the title of an event that is cancelled, and nothing for any other event. */
export function CancelledBadge({ event }: { event: Parameters<typeof isCancelled>[0] }) {
  const text = useText()
  return (
    isCancelled(event) && [
      ' ',
      <Badge key="state" tone="failed">
        {text('event.cancelled')}
      </Badge>
    ]
  )
}
