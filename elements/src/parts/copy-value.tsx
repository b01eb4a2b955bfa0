import { useState } from 'react'
import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './copy-value.css'

interface CopyValueProps {
  label: string
  /** The value as it is copied. */
  value: string
  /** The value as people read it. */
  shown?: string
}

/** Renders a term of a list with a value that a button copies; a page that may not write to the clipboard says so. */
export function CopyValue({ label, value, shown = value }: CopyValueProps) {
  const text = useText()
  const [said, setSaid] = useState<'copy.done' | 'copy.failed' | null>(null)

  async function copy() {
    // A second click is announced as the first one was.
    setSaid(null)
    // Outside of a secure context there is no clipboard at all.
    const copied = async () => navigator.clipboard.writeText(value)
    setSaid(
      await copied().then(
        () => 'copy.done' as const,
        () => 'copy.failed' as const
      )
    )
  }

  return (
    <div className="kc-copy-value">
      <dt>{label}</dt>
      <dd>
        {shown}
        <Button kind="plain" aria-label={text('copy.action', { label })} onClick={() => void copy()}>
          <Icon name={said === 'copy.done' ? 'check' : 'copy'} />
        </Button>
        <output>{said && text(said)}</output>
      </dd>
    </div>
  )
}
