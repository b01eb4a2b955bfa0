import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'

interface RevealPasswordProps {
  /** The passwords are shown as text. */
  visible: boolean
  onChange: (visible: boolean) => void
}

/** 'Passwort anzeigen' below the fields of a password, and 'Passwort verbergen' while it shows. */
export function RevealPassword({ visible, onChange }: RevealPasswordProps) {
  const text = useText()
  return (
    <Button kind="plain" onClick={() => onChange(!visible)}>
      {text(visible ? 'login.hidePassword' : 'login.showPassword')}
    </Button>
  )
}
