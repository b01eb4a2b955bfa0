import { useId } from 'react'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import type { Alert } from './alert-queue.ts'
import { ModalDialog } from './modal-dialog.tsx'
import './alert-dialog.css'

/** Renders one message of the queue as a modal dialog inside the element; a question is its own title. */
export default function AlertMessage({ alert }: { alert: Alert }) {
  const text = useText()
  const id = useId()
  const lines = alert.message.split('\n')
  const title = alert.kind === 'alert' ? text('alert.notice') : lines.shift()
  const rest = lines.join('\n')
  return (
    <ModalDialog
      role="alertdialog"
      className="kc-alert"
      aria-labelledby={`${id}-title`}
      aria-describedby={rest ? `${id}-message` : undefined}
      onEscape={() => alert.settle(null)}
    >
      <h2 id={`${id}-title`} part="heading">
        {title}
      </h2>
      {rest && <p id={`${id}-message`}>{rest}</p>}
      {alert.link && (
        <a
          className="kc-alert-link"
          href={alert.link.href}
          download={alert.link.download}
          target="_blank"
          rel="noopener"
          onClick={() => alert.settle(0)}
        >
          {alert.link.label}
        </a>
      )}
      <AlertActions alert={alert} />
    </ModalDialog>
  )
}

function AlertActions({ alert }: { alert: Alert }) {
  const text = useText()
  const labels = alert.kind === 'choice' ? alert.choices : [text('action.ok')]
  return (
    <div className={`kc-alert-actions ${alert.danger ? 'kc-destructive' : ''} ${labels[1] ? 'kc-choices' : ''}`}>
      {alert.kind !== 'alert' && <Button onClick={() => alert.settle(null)}>{text('action.cancel')}</Button>}
      {labels.map((label, number) => (
        <Button
          key={label}
          kind={number === labels.length - 1 ? 'primary' : 'quiet'}
          onClick={() => alert.settle(number)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
