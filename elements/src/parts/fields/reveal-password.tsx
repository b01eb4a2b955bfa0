import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface RevealPasswordProps {
  /** Whether the passwords are shown as text. */
  visible: boolean
  onChange: (visible: boolean) => void
  /** Whether the button is in the field that repeats the password, where its name says that it shows both. */
  both?: boolean
}

/** Renders the eye in the field of a password: 'Passwort anzeigen', and 'Passwort verbergen' while it shows. */
export function RevealPassword({ visible, onChange, both = false }: RevealPasswordProps) {
  const text = useText()
  const name = both
    ? text(visible ? 'form.hideBoth' : 'form.showBoth')
    : text(visible ? 'login.hidePassword' : 'login.showPassword')
  return (
    <Button kind="plain" onClick={() => onChange(!visible)}>
      <span className="kc-hidden">{name}</span>
      <Icon name={visible ? 'hidden' : 'visible'} />
    </Button>
  )
}
