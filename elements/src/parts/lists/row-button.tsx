import { Button, type ButtonProps } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import './row-button.css'

interface RowButtonProps extends ButtonProps {
  /** Shown instead of the word where the row is too narrow. */
  icon: IconName
  /** The name, which begins with the word. */
  'aria-label': string
}

/** Renders a button of a row: its word, or its icon where the row is too narrow. */
export function RowButton({ icon, children, ...button }: RowButtonProps) {
  return (
    <Button title={button['aria-label']} {...button} kind="plain">
      <span className="kc-row-button">
        <span>{children}</span>
        <Icon name={icon} />
      </span>
    </Button>
  )
}
