import { Button, type ButtonProps } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import './row-button.css'

interface RowButtonProps extends ButtonProps {
  /** Shown instead of the words if the row is too narrow. */
  icon?: IconName | undefined
  /** Shown instead of the words if no icon would say what they do. */
  short?: string
  /** The name, which begins with the words of the button. */
  'aria-label': string
}

/** Renders a button of a row or of a list: its words, or their shorter form if there is no room for them. */
export function RowButton({ icon, short, children, ...button }: RowButtonProps) {
  return (
    <Button title={button['aria-label']} {...button} kind="plain">
      <span className="kc-row-button">
        <span>{children}</span>
        {icon ? <Icon name={icon} /> : <span>{short}</span>}
      </span>
    </Button>
  )
}
