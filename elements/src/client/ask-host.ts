import { adoptToken } from './session-changes.ts'
import type { Session } from './session.ts'

/** A page may set another function each time it renders: one that gave the same person is followed by this time without a question. */
const askAgainMs = 5000

/** Asks another function of the host's, which may be another person's, once the host has set all that it sets in one task. */
export function hostQuestions(signal: AbortSignal): (session: Session) => void {
  let nextAt = 0
  let timer = 0
  signal.addEventListener('abort', () => clearTimeout(timer))
  return (session) => {
    const { generation } = session.snapshot()
    const isSame = () => session.snapshot().generation === generation
    const ask = async () => {
      // Whoever began another session has asked the function.
      if (!isSame()) return
      nextAt = performance.now() + askAgainMs
      const { openError } = session
      const { state } = session.snapshot()
      if (state === 'out' || state === 'starting') await session.openAsHost(null)
      else {
        const token = await session.tokenOfHost()
        if (isSame() && token !== null) await adoptToken(session, token)
        // A function that fails says nothing of who is logged in.
        else if (isSame() && session.openError === openError) session.end({ revoke: false })
      }
      if (!isSame()) nextAt = 0
    }
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), Math.max(0, nextAt - performance.now()))
  }
}
