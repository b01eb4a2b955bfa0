import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import standardPhrases from 'statuses/codes.json'
import { getApiVersion, type TokenForm } from '@customer-center/contract/session'
import { CallError, errorSentence } from '../../client/call-error.ts'
import type { Session } from '../../client/session.ts'
import { useAppContext } from '../../context/app-context.ts'
import { usePasskeys } from '../../data/backend-feature.ts'
import { answerByPasskey, answerBySuggestion } from '../../data/passkey.ts'
import { type Text, useText } from '../../texts/texts.ts'
import { setLoginMethod } from './linked-login.ts'

interface LoginState {
  /** Whether passkeys can be used here. */
  hasPasskeys: boolean
  /**
   * Prepares the login when a person fills in the form: asks whether the server can be reached, so that they need not
   * wait for it later.
   */
  prepareLogin: () => void
  /** Logs in; returns false if the login failed. */
  logIn: (credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>) => Promise<boolean>
  /** Logs in with the passkey that the person picks; nothing happens if none is picked. */
  logInByPasskey: () => Promise<unknown>
  running: boolean
  /** The sentence about a failure; null if nothing failed. */
  failure: string | null
  /**
   * The customer number of this session's login on this page; empty if a cookie or the host's page identified the
   * person.
   */
  customerNumber: string
}

/** Logs in as the specification wants it: first asks whether the server can be reached. Ignores a second login while one is running. */
export function useLogin(): LoginState {
  const text = useText()
  const { call, session } = useAppContext()
  const suggestionRef = useRef<AbortController | null>(null)
  const { running, failure, run } = useOneAtATime(suggestionRef)
  const { prepare, isReachable } = useReachability()
  const hasPasskeys = usePasskeys()

  const enter = (credentials: Parameters<Session['logIn']>[0]) =>
    session.logIn(credentials).then(
      () => null,
      (error: unknown) => text('login.failed', { errors: reasonOf(error, text) })
    )
  const logIn: LoginState['logIn'] = (credentials) =>
    run(async () => {
      setLoginMethod(session, 'password')
      if (!(await isReachable())) return text('login.unreachable', { url: session.requestContext.api })
      return enter(credentials)
    })
  const logInByPasskey = () =>
    run(async () => {
      setLoginMethod(session, 'passkey')
      try {
        const passkey = await answerByPasskey({ call, session })
        return passkey === undefined ? null : await enter({ passkey })
      } catch (error) {
        return errorSentence(error, text('login.passkeyFailed'))
      }
    })
  // A passkey that was refused is not suggested again.
  usePasskeySuggestion(suggestionRef, hasPasskeys && !running && failure === null, (passkey) => {
    setLoginMethod(session, 'passkey')
    return run(() => enter({ passkey }))
  })
  const customerNumber = session.snapshot().customerNumber ?? ''
  return { hasPasskeys, prepareLogin: prepare, logIn, logInByPasskey, running, failure, customerNumber }
}

/** Runs one login at a time, and keeps the sentence about its failure. */
function useOneAtATime(suggestionRef: RefObject<AbortController | null>) {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isRunning = useRef(false)
  const run = async (work: () => Promise<string | null>) => {
    if (isRunning.current) return true
    isRunning.current = true
    // The suggestions end at once: their end would otherwise end the browser's next question as well.
    suggestionRef.current?.abort()
    setRunning(true)
    setFailure(null)
    const failed = await work()
    isRunning.current = false
    setRunning(false)
    setFailure(failed)
    return failed === null
  }
  return { running, failure, run }
}

/** Asks whether the server can be reached: once ahead of the login, and again if it could not be reached then. */
function useReachability() {
  const { call } = useAppContext()
  const asked = useRef<Promise<boolean> | null>(null)
  const ask = () =>
    call(getApiVersion).then(
      () => true,
      () => false
    )
  const isReachable = async () => {
    const early = asked.current
    asked.current = null
    return (await early) || ask()
  }
  return { prepare: () => void (asked.current ??= ask()), isReachable }
}

type Passkey = NonNullable<Awaited<ReturnType<typeof answerBySuggestion>>>

/**
 * Makes the browser suggest passkeys in the field of the user name while `wanted`. The browser asks one question at a
 * time.
 */
function usePasskeySuggestion(
  suggestionRef: RefObject<AbortController | null>,
  wanted: boolean,
  logIn: (passkey: Passkey) => Promise<unknown>
) {
  const { call, session } = useAppContext()
  const logInBySuggestion = useEffectEvent(async (signal: AbortSignal) => {
    // The page asks without a request of the person, so it shows no failure.
    const passkey = await answerBySuggestion({ call, session }, signal).catch(() => undefined)
    if (passkey !== undefined && !signal.aborted) await logIn(passkey)
  })
  useEffect(() => {
    if (!wanted) return undefined
    const ended = new AbortController()
    suggestionRef.current = ended
    void logInBySuggestion(ended.signal)
    return () => ended.abort()
  }, [wanted, suggestionRef])
}

/**
 * Returns the server's sentences, else the status text of an HTTP error, for which HTTP/2 has only the
 * standard phrase of its number.
 */
function reasonOf(error: unknown, text: Text): string {
  if (!(error instanceof CallError)) return text('login.noAnswer')
  const { errors, failure, status, statusText } = error
  if (errors.length > 0) return errors.join(', ')
  if (statusText !== null) return statusText || phrases.get(String(status)) || `HTTP ${status}`
  return text(reasons[failure])
}

const phrases = new Map(Object.entries<string>(standardPhrases))

/** The sentences for an answer without a reason, and for none. */
const reasons = {
  refused: 'login.refused',
  unreadable: 'login.noToken',
  timeout: 'login.noAnswer',
  network: 'login.noAnswer'
} as const
