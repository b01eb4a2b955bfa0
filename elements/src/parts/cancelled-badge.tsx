import { useText } from '../texts/texts.ts'
import { Badge } from './badge.tsx'

/** Tells whether an event is cancelled. Each other state, of which a backend may have more, lets it take place. */
export const isCancelled = ({ state }: { readonly state?: string | null | undefined }): boolean => state === 'cancelled'

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
