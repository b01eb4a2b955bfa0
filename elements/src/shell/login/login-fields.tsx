import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { RevealPassword } from '../../parts/fields/reveal-password.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { useText } from '../../texts/texts.ts'

export const loginFields = ['customerNumber', 'userName', 'password'] as const
export type LoginFieldName = (typeof loginFields)[number]

interface LoginFieldProps {
  name: LoginFieldName
  error: string | undefined
}

interface FilledFieldProps extends LoginFieldProps {
  defaultValue: string
}

interface LoginUser {
  customerNumber: string
  userName: string
}

interface KnownUserProps extends LoginUser {
  /** The field for an unknown customer number. */
  numberField: ReactNode
}

/** Names the account of the ended session, as a field that password managers read, and sends the same user as before. */
export function KnownUser({ customerNumber, userName, numberField }: KnownUserProps) {
  const text = useText()
  return (
    <>
      <label className="kc-account">
        {text('login.account')}
        <input name="userName" autoComplete="username" readOnly value={userName} title={userName} />
      </label>
      {customerNumber === '' ? numberField : <input type="hidden" name="customerNumber" value={customerNumber} />}
    </>
  )
}

/**
 * Renders the customer number.
 *
 * The pair that password managers keep is `username` and `current-password`. No token of the standard means a customer
 * number; `organization` would have browsers fill in a company's name. So the field has none: browsers offer former
 * entries under its name, and managers keep it as a field of its own. Numbers of other backends hold letters: no
 * `inputmode`.
 */
export function CustomerNumberField(props: FilledFieldProps) {
  const text = useText()
  return <TextField label={text('login.customerNumber')} {...props} autoCapitalize="none" spellCheck={false} />
}

export function UserNameField({ hasPasskeys, ...props }: FilledFieldProps & { hasPasskeys: boolean }) {
  const text = useText()
  return (
    <TextField
      label={text('login.userName')}
      {...props}
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** Renders the password, which can be shown, with a hint while Caps Lock is on. */
export function PasswordField(props: LoginFieldProps) {
  const text = useText()
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <TextField
      label={text('login.password')}
      {...props}
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
      hint={capsLock ? text('login.capsLock') : undefined}
      action={<RevealPassword visible={visible} onChange={setVisible} />}
    />
  )
}

/** Focuses the first empty field of a form; its heading if no field is empty. */
export function focusEmptyField(form: HTMLElement): void {
  const empty = [...form.querySelectorAll('input')].find(({ value }) => value === '')
  if (empty) empty.focus()
  else focusHeading(form)
}
