import { getApiVersion, type TokenForm } from '@customer-center/contract/session'
import { useRef, useState } from 'react'
import { CallError } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useText } from '../texts/texts.ts'

interface LoginState {
  logIn: (credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>) => Promise<void>
  running: boolean
  /** The sentence of section 8; null if nothing failed. */
  failure: string | null
}

/** Logs in as the specification wants it: first asks whether the server can be reached. Ignores a second login while one is running. */
export function useLogin(): LoginState {
  const text = useText()
  const { call, session } = useAppContext()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isRunning = useRef(false)

  const checkReachable = () =>
    call(getApiVersion).then(
      () => null,
      () => text('login.unreachable', { url: session.requestContext.api })
    )
  const logIn: LoginState['logIn'] = async (credentials) => {
    if (isRunning.current) return
    isRunning.current = true
    setRunning(true)
    setFailure(null)
    const failed =
      (await checkReachable()) ??
      (await session.login(credentials).then(
        () => null,
        (error: unknown) => text('login.failed', { errors: reasonOf(error) || text('login.noAnswer') })
      ))
    isRunning.current = false
    setRunning(false)
    setFailure(failed)
  }
  return { logIn, running, failure }
}

/** The server's sentences, else the HTTP status text; HTTP/2 has none, so its number. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return ''
  return error.errors.join(', ') || error.statusText || (error.status >= 400 ? `HTTP ${error.status}` : '')
}
