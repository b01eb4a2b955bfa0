import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export interface LoadFailedProps {
  /** The failure, as a sentence. */
  message: string
  /** The reason, in the server's words. */
  reason?: string | undefined
  onRetry: () => void
  /** Whether the loading is being tried again. */
  busy?: boolean
}

/** Renders the failure in place of content that could not be loaded, with its reason and 'Erneut versuchen'. */
export function LoadFailed({ message, reason, onRetry, busy = false }: LoadFailedProps) {
  const text = useText()
  return (
    <Notice
      tone="danger"
      action={
        <Button onClick={onRetry} busy={busy}>
          {text('action.retry')}
        </Button>
      }
    >
      <p>{message}</p>
      {reason && reason !== message && <p>{reason}</p>}
    </Notice>
  )
}
