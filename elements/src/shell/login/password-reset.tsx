import { type FormEvent, useState } from 'react'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { requestPasswordReset } from '@customer-center/contract/password-reset'
import { errorSentence } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { callFeature } from '../../data/backend-feature.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { FocusOnNavigate } from '../place/focus-on-navigate.tsx'
import { focusEmptyField } from './login-fields.tsx'

export interface PasswordResetProps {
  /** The typed user name, which mostly is the address. */
  userName: string
  /** The typed customer number. */
  customerNumber: string
  onBack: () => void
}

/** Requests the mail with a link to a new password. Nothing here says whether the address is known. */
export function PasswordReset({ userName, customerNumber, onBack }: PasswordResetProps) {
  const text = useText()
  const { state, invalid, failure, submit, onInput } = usePasswordReset()
  if (state === 'sent')
    return (
      <div>
        <FocusedHeading key="sent">{text('passwordReset.sentHeading')}</FocusedHeading>
        <p>{text('passwordReset.sent')}</p>
        <Button onClick={onBack}>{text('passwordReset.back')}</Button>
      </div>
    )
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-busy={state === 'sending'}
      aria-label={text('passwordReset.heading')}
    >
      <h1 part="heading">{text('passwordReset.heading')}</h1>
      <p>{text('passwordReset.hint')}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <TextField
        label={text('passwordReset.emailAddress')}
        name="emailAddress"
        type="email"
        // As in the login, only optional fields are marked.
        aria-required
        autoComplete="username"
        defaultValue={emailPattern.test(userName) ? userName : ''}
        maxLength={254}
        error={invalid ? text('form.email') : undefined}
        onInput={onInput}
      />
      <TextField
        label={text('passwordReset.customerNumber')}
        name="customerNumber"
        defaultValue={customerNumber}
        maxLength={300}
        hint={text('passwordReset.customerNumberHint')}
      />
      <div className="kc-login-actions">
        <Button kind="primary" type="submit" busy={state === 'sending'}>
          {text('passwordReset.action')}
        </Button>
        <Button onClick={onBack}>{text('passwordReset.back')}</Button>
      </div>
      <FocusOnNavigate focus={focusEmptyField} />
    </form>
  )
}

/** Requests the mail with the typed address, unless that cannot be an address. */
function usePasswordReset() {
  const text = useText()
  const app = useAppContext()
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [invalid, setInvalid] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'sending') return
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const emailAddress = typed('emailAddress')
    setFailure(null)
    if (!emailPattern.test(emailAddress)) {
      setInvalid(true)
      const input = event.currentTarget.elements.namedItem('emailAddress')
      if (input instanceof HTMLInputElement) input.focus()
      return
    }
    setState('sending')
    const data = {
      emailAddress,
      customerNumber: typed('customerNumber') || undefined,
      appKey: app.config.appKey || undefined
    }
    try {
      await callFeature(app, requestPasswordReset, { body: { data } })
      setState('sent')
    } catch (error) {
      setState('open')
      setFailure(errorSentence(error, text('passwordReset.failed')))
    }
  }
  return { state, invalid, failure, submit, onInput: () => setInvalid(false) }
}
