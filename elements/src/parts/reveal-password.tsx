import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface RevealPasswordProps {
  /** The passwords are shown as text. */
  visible: boolean
  onChange: (visible: boolean) => void
}

/** Renders the eye in the field of a password: 'Passwort anzeigen', and 'Passwort verbergen' while it shows. */
export function RevealPassword({ visible, onChange }: RevealPasswordProps) {
  const text = useText()
  return (
    <Button kind="plain" onClick={() => onChange(!visible)}>
      <span className="kc-hidden">{text(visible ? 'login.hidePassword' : 'login.showPassword')}</span>
      <Icon name={visible ? 'hidden' : 'visible'} />
    </Button>
  )
}
