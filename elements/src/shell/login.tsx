import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import { Button } from '../parts/button.tsx'
import { EmailText } from '../parts/email-text.tsx'
import { focusHeading } from '../parts/focus-heading.ts'
import { RevealPassword } from '../parts/reveal-password.tsx'
import { TextField } from '../parts/text-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { useText } from '../texts/texts.ts'
import { FocusOnNavigate, ScreenShown } from './focus-on-navigate.tsx'
import { PasswordReset } from './password-reset.tsx'
import { useLogin } from './use-login.ts'
import '../parts/dialog.css'
import './login.css'

const names = ['customerNumber', 'userName', 'password'] as const
type Name = (typeof names)[number]

/**
 * Renders the login form, or a sentence for a person whom the host knows and this backend does not; `expired` for a session that has
 * ended: over its screen, in a dialog, its person only has to enter the password.
 *
 * The pair that password managers keep is `username` and `current-password`. No token of the standard means a customer
 * number; `organization` would have browsers fill in a company's name. So the field has none: browsers offer former
 * entries under its name, and managers keep it as a field of its own. Numbers of other backends hold letters: no
 * `inputmode`.
 */
export default function Login({ expired }: { expired: boolean }) {
  const [linked] = useState(linkedLogin)
  useEffect(forgetLinkedLogin, [])
  /** The typed user name from before the password turned out to be forgotten. */
  const [userName, setUserName] = useState(linked.userName)
  const [customerNumber, setCustomerNumber] = useState(linked.customerNumber)
  const [forgotten, setForgotten] = useState(false)
  const text = useText()
  const { session } = useAppContext()
  if (!expired && session.host.unknownHere)
    return (
      <Notice>
        {text('login.unknown')}
        <ScreenShown />
      </Notice>
    )
  const content = forgotten ? (
    <PasswordReset userName={userName} customerNumber={customerNumber} onBack={() => setForgotten(false)} />
  ) : (
    <LoginForm
      expired={expired}
      customerNumber={customerNumber}
      userName={userName}
      isLinked={linked.customerNumber !== ''}
      onForgotten={(form) => {
        setCustomerNumber(typed(form, 'customerNumber'))
        setUserName(typed(form, 'userName'))
        setForgotten(true)
      }}
    />
  )
  // Without a person there is no screen that would keep its input.
  if (expired && session.profile) return <LoginDialog>{content}</LoginDialog>
  return (
    <div className="kc-login" part="login">
      {content}
    </div>
  )
}

/** Stays in the middle of the window until the person is back or goes: Escape loses no input. */
function LoginDialog({ children }: { children: ReactNode }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element?.isConnected) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="kc-dialog kc-over"
      part="login"
      aria-label={text('login.heading')}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it at the second Escape, whatever it is told.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      {children}
    </dialog>
  )
}

interface LoginFormProps {
  expired: boolean
  /** Filled in. */
  customerNumber: string
  userName: string
  /** A link has filled it in. */
  isLinked: boolean
  onForgotten: (form: HTMLFormElement | null) => void
}

function LoginForm({ expired, customerNumber, userName, isLinked, onForgotten }: LoginFormProps) {
  const canReset = useBackendFeature('password-reset')
  const text = useText()
  const { session } = useAppContext()
  const { reason } = session.snapshot()
  const { hasPasskeys, prepareLogin, logIn, logInByPasskey, running, failure, customerNumber: earlier } = useLogin()
  const [isOther, setOther] = useState(false)
  const isSame = expired && !isOther
  const address = isSame ? (session.profile?.emailAddress ?? '') : ''
  const isKnown = address !== '' && earlier !== ''
  const [missing, setMissing] = useState<readonly Name[]>([])
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const field = (name: Name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const credentials = {
      customerNumber: field('customerNumber').trim(),
      userName: field('userName').trim(),
      password: field('password')
    }
    const empty = names.filter((name) => credentials[name] === '')
    setMissing(empty)
    const [first] = empty
    const input = first && event.currentTarget.elements.namedItem(first)
    if (input instanceof HTMLInputElement) input.focus()
    else void logIn(credentials)
  }

  const onInput = ({ target }: FormEvent) => {
    prepareLogin()
    if (target instanceof HTMLInputElement) setMissing(missing.filter((name) => name !== target.name))
  }
  const fieldProps = (name: Name) => ({ name, error: missing.includes(name) ? text('form.required') : undefined })

  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <form onSubmit={submit} onInput={onInput} aria-busy={running}>
      <h1 part="heading">{text('login.heading')}</h1>
      {!expired && <p className="kc-login-who">{text('login.who')}</p>}
      {/* The focus is in a field, so that nobody would hear it otherwise. */}
      {expired && <p role="alert">{reason || text('login.expired')}</p>}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {isKnown ? (
        <>
          <p>
            <EmailText>{text('login.loggedInAs', { email: address })}</EmailText>
          </p>
          <input type="hidden" name="customerNumber" value={earlier} />
          <input type="hidden" name="userName" autoComplete="username" value={address} />
        </>
      ) : (
        <>
          <TextField
            label={text('login.customerNumber')}
            {...fieldProps('customerNumber')}
            defaultValue={customerNumber || (isSame ? earlier : '')}
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            label={text('login.userName')}
            {...fieldProps('userName')}
            defaultValue={userName || address}
            autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
      <TextField
        label={text('login.password')}
        {...fieldProps('password')}
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        onKeyUp={checkCapsLock}
        hint={capsLock ? text('login.capsLock') : undefined}
        action={<RevealPassword visible={visible} onChange={setVisible} />}
      />
      <div className="kc-login-actions">
        <Button kind="primary" type="submit" busy={running}>
          {text('login.action')}
        </Button>
        {hasPasskeys && (
          <Button disabled={running} onClick={() => void logInByPasskey()}>
            {text('login.passkey')}
          </Button>
        )}
        {expired && (
          <Button onClick={() => session.end({ revoke: reason !== undefined })}>{text('login.discard')}</Button>
        )}
        {isKnown && (
          <Button kind="plain" onClick={() => setOther(true)}>
            {text('login.other')}
          </Button>
        )}
        {canReset && (
          <Button kind="plain" onClick={({ currentTarget }) => onForgotten(currentTarget.form)}>
            {text('login.forgotten')}
          </Button>
        )}
      </div>
      <FocusOnNavigate
        key={String(isOther)}
        focus={expired || isLinked ? focusEmptyField : undefined}
        always={isLinked}
      />
    </form>
  )
}

function typed(form: HTMLFormElement | null, name: Name): string {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input.value.trim() : ''
}

function focusEmptyField(form: HTMLElement): void {
  const empty = [...form.querySelectorAll('input')].find(({ value }) => value === '')
  if (empty) empty.focus()
  else focusHeading(form)
}

/** The hash of a link that fills in the login: `#login?customerNumber=20417&userName=anna%40firma.at`. */
const linkedHash = /^#login\?(.*)$/s

interface LinkedLogin {
  readonly customerNumber: string
  readonly userName: string
}

/** Reads the login of the page's address; nothing of it is trusted, for the person sees it and enters the password. */
function linkedLogin(): LinkedLogin {
  const given = new URLSearchParams(linkedHash.exec(location.hash)?.[1])
  return { customerNumber: given.get('customerNumber') ?? '', userName: given.get('userName') ?? '' }
}

/** Takes it out of the address, so that no bookmark, screenshot or later reader of the address gets it. */
function forgetLinkedLogin(): void {
  if (linkedHash.test(location.hash)) history.replaceState(history.state, '', location.pathname + location.search)
}
