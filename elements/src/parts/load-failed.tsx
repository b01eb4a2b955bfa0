import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export interface LoadFailedProps {
  /** What failed, as a sentence. */
  message: string
  /** Why, in the server's words. */
  reason?: string | undefined
  onRetry: () => void
  /** It is being tried again. */
  busy?: boolean
}

/** Shown in place of content that could not be loaded: what failed, why, and 'Erneut versuchen'. */
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
