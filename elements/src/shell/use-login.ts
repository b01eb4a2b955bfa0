import { getApiVersion, type TokenForm } from '@customer-center/contract/session'
import { useRef, useState } from 'react'
import { CallError } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useText } from '../texts/texts.ts'

export interface LoginState {
  logIn: (credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>) => Promise<void>
  running: boolean
  /** The sentence of section 8; null while nothing went wrong. */
  failure: string | null
}

/** A login as the specification orders it: is the server there, then who is it. A second one waits for the first to end. */
export function useLogin(): LoginState {
  const text = useText()
  const { call, session } = useAppContext()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const busy = useRef(false)

  const reachable = () =>
    call(getApiVersion).then(
      () => null,
      () => text('login.unreachable', { url: session.way.api })
    )
  const logIn: LoginState['logIn'] = async (credentials) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    setFailure(null)
    const failed =
      (await reachable()) ??
      (await session.login(credentials).then(
        () => null,
        (error: unknown) => text('login.failed', { errors: reasonOf(error) || text('login.noAnswer') })
      ))
    busy.current = false
    setRunning(false)
    setFailure(failed)
  }
  return { logIn, running, failure }
}

/** The server's sentences, or the HTTP status text; HTTP/2 has none, its number must do. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return ''
  return error.errors.join(', ') || error.statusText || (error.status >= 400 ? `HTTP ${error.status}` : '')
}
