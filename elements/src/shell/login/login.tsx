import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { forgottenPasswordName } from '../../context/router.ts'
import { clearDetail, useDetail } from '../../context/use-detail.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { Button } from '../../parts/button.tsx'
import { ModalDialog } from '../../parts/dialogs/modal-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { FocusOnNavigate, ScreenShown } from '../place/focus-on-navigate.tsx'
import { forgetLinkedLogin, type LinkedLogin, linkedLogin } from './linked-login.ts'
import {
  focusEmptyField,
  CustomerNumberField,
  KnownUser,
  type LoginFieldName,
  loginFields,
  PasswordField,
  UserNameField
} from './login-fields.tsx'
import { PasswordReset } from './password-reset.tsx'
import { useLogin } from './use-login.ts'
import './login.css'

/**
 * Renders the login form, or a sentence for a person whom the host knows and this backend does not. `expired` is for a
 * session that has ended: the form is in a dialog over the screen, and the person only has to enter the password.
 */
export default function Login({ expired }: { expired: boolean }) {
  const [linked] = useState(linkedLogin)
  useEffect(forgetLinkedLogin, [])
  /** The user name that was typed before the person chose the form for a forgotten password. */
  const [userName, setUserName] = useState(linked.userName)
  const [customerNumber, setCustomerNumber] = useState(linked.customerNumber)
  const forgotten = useForgotten(expired)
  const text = useText()
  const { session } = useAppContext()
  const snapshot = session.snapshot()
  const isUnknownHere = () => session.host.unknownHere
  const unknownHere = useSyncExternalStore(session.subscribe, isUnknownHere, isUnknownHere)
  if (!expired && unknownHere)
    return (
      <Notice>
        {text('login.unknown')}
        <ScreenShown />
      </Notice>
    )
  const content = forgotten.isOpen ? (
    <PasswordReset userName={userName} customerNumber={customerNumber} onBack={() => forgotten.close()} />
  ) : (
    <LoginForm
      expired={expired}
      reason={snapshot.state === 'expired' ? snapshot.reason : null}
      customerNumber={customerNumber}
      userName={userName}
      isLinked={linked.customerNumber !== ''}
      done={linked.done}
      onForgotten={(form) => {
        const typed = credentialsOf(form)
        setCustomerNumber(typed.customerNumber)
        setUserName(typed.userName)
        forgotten.open()
      }}
    />
  )
  // Without a person there is no screen whose input could be kept.
  if (expired && session.profile) return <LoginDialog>{content}</LoginDialog>
  return (
    <div className="kc-login" part="login">
      {content}
    </div>
  )
}

/** Opens the form for a forgotten password, which the browser's way back leaves. */
function useForgotten(expired: boolean) {
  const { router } = useAppContext()
  const { detail, open, close } = useDetail()
  // A person who logs in elsewhere meanwhile gets the list of a screen.
  useEffect(
    () => () => {
      if (router.detail() === forgottenPasswordName) clearDetail(router)
    },
    [router]
  )
  const [isOver, setOver] = useState(false)
  // The entry below a dialog belongs to the screen, which may show a detail.
  return expired
    ? { isOpen: isOver, open: () => setOver(true), close: () => setOver(false) }
    : { isOpen: detail === forgottenPasswordName, open: () => open(forgottenPasswordName), close }
}

/** Renders a dialog that stays until the person is back or gives up: Escape loses no input. */
function LoginDialog({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <ModalDialog
      className="kc-over"
      part="login"
      aria-label={text('login.heading')}
      // A browser closes it at the second Escape, whatever it is told.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      {children}
    </ModalDialog>
  )
}

interface LoginFormProps {
  expired: boolean
  /** The server's sentence why a session that has not ended needs a new login. */
  reason: string | null
  /** The customer number that is filled in. */
  customerNumber: string
  userName: string
  /** Whether a link has filled in the user name. */
  isLinked: boolean
  /** The action of the page from which the link comes. */
  done: LinkedLogin['done']
  onForgotten: (form: HTMLFormElement | null) => void
}

function LoginForm({ expired, reason, customerNumber, userName, isLinked, done, onForgotten }: LoginFormProps) {
  const text = useText()
  const { session } = useAppContext()
  const login = useLogin()
  const { prepareLogin, logIn, running, failure, customerNumber: earlier } = login
  const [isOther, setOther] = useState(false)
  const isSame = expired && !isOther
  const address = (isSame && session.profile?.emailAddress) || ''
  const isKnown = address !== ''
  const [missing, setMissing] = useState<readonly LoginFieldName[]>([])
  const fieldProps = (name: LoginFieldName) => ({
    name,
    error: missing.includes(name) ? text(`login.missing.${name}`) : undefined
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = credentialsOf(form)
    const empty = loginFields.filter((name) => credentials[name] === '')
    setMissing(empty)
    const [first] = empty
    if (first) inputOf(form, first)?.focus()
    else void logIn(credentials).then((isIn) => isIn || retype(inputOf(form, 'password')))
  }
  const onInput = ({ target }: FormEvent) => {
    prepareLogin()
    if (target instanceof HTMLInputElement) setMissing(missing.filter((name) => name !== target.name))
  }
  const numberField = (
    <CustomerNumberField {...fieldProps('customerNumber')} defaultValue={customerNumber || (isSame ? earlier : '')} />
  )
  const fields = isKnown ? (
    <KnownUser customerNumber={earlier} userName={address} numberField={numberField} />
  ) : (
    <>
      {numberField}
      <UserNameField {...fieldProps('userName')} defaultValue={userName} hasPasskeys={login.hasPasskeys} />
    </>
  )
  return (
    <form onSubmit={submit} onInput={onInput} aria-busy={running}>
      <h1 part="heading">{text('login.heading')}</h1>
      <LoginReason {...{ expired, reason, done, failure }} />
      {fields}
      <PasswordField {...fieldProps('password')} />
      <LoginActions
        login={login}
        onDiscard={expired ? () => session.end({ revoke: reason !== null }) : undefined}
        onOther={isKnown ? () => setOther(true) : undefined}
        onForgotten={onForgotten}
      />
      <FocusOnNavigate
        key={String(isOther)}
        focus={expired || isLinked ? focusEmptyField : undefined}
        always={isLinked}
      />
    </form>
  )
}

type LoginReasonProps = Pick<LoginFormProps, 'expired' | 'reason' | 'done'> & { failure: string | null }

/** Explains the purpose of the login, or the reason for a new one, and a failure. */
function LoginReason({ expired, reason, done, failure }: LoginReasonProps) {
  const text = useText()
  const isDone = done && !failure
  return (
    <>
      {!expired && !done && <p className="kc-login-who">{text('login.who')}</p>}
      {/* The reason is an alert: the focus is in a field, and screen readers would not announce it. */}
      {expired && (reason || !isDone) && <p role="alert">{reason || text('login.expired')}</p>}
      {isDone && <p role="alert">{text(`login.done.${done}`)}</p>}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </>
  )
}

interface LoginActionsProps extends Pick<LoginFormProps, 'onForgotten'> {
  login: ReturnType<typeof useLogin>
  /** Gives up the ended session with its input. */
  onDiscard: (() => void) | undefined
  /** Asks for another account than that of the ended session. */
  onOther: (() => void) | undefined
}

function LoginActions({ login, onDiscard, onOther, onForgotten }: LoginActionsProps) {
  const text = useText()
  const canReset = useBackendFeature('password-reset')
  const { running, hasPasskeys, logInByPasskey } = login
  return (
    <div className="kc-login-actions">
      <Button kind="primary" type="submit" busy={running}>
        {text('login.action')}
      </Button>
      {hasPasskeys && (
        <Button disabled={running} onClick={() => void logInByPasskey()}>
          {text('login.passkey')}
        </Button>
      )}
      <div className="kc-login-rest">
        {onOther && (
          <Button kind="plain" onClick={onOther}>
            {text('login.other')}
          </Button>
        )}
        {canReset && (
          <Button kind="plain" onClick={({ currentTarget }) => onForgotten(currentTarget.form)}>
            {text('login.forgotten')}
          </Button>
        )}
        {onDiscard && (
          <Button kind="plain" onClick={onDiscard}>
            {text('login.discard')}
          </Button>
        )}
      </div>
    </div>
  )
}

function inputOf(form: HTMLFormElement | null, name: LoginFieldName): HTMLInputElement | null {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

function retype(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

function credentialsOf(form: HTMLFormElement | null) {
  const valueOf = (name: LoginFieldName) => inputOf(form, name)?.value ?? ''
  return {
    customerNumber: valueOf('customerNumber').trim(),
    userName: valueOf('userName').trim(),
    password: valueOf('password')
  }
}
