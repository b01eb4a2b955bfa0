import type { HostLogin } from './first-identity.ts'
import { isOpened, isSamePerson } from './session-state.ts'
import type { Session } from './session.ts'

/**
 * Limits of the wait before the page is asked again, in ms. A page may set another function each time it renders: after
 * each function that gave the same person the wait doubles, up to the second limit. If no function has come for that
 * long, the next one does not wait.
 */
const [shortestMs, longestMs] = [500, 5000]

interface Question {
  readonly generation: number
  readonly askNow: () => Promise<void>
}

/**
 * Questions to the pages' latest functions that are not answered yet. `generation` is the session's when the function
 * was set: an element that has begun another generation since has already asked the function. `askNow` asks, unless the
 * question is under way, and resolves when the function has answered.
 */
const questions = new WeakMap<Session, Question>()

/** The generations whose screens are covered while the page is asked who is logged in. */
const covered = new WeakMap<Session, number>()

/** Tells whether the screen of the session's person is covered. */
export function isCovered(session: Session): boolean {
  return covered.get(session) === session.snapshot().generation
}

/**
 * Resolves when the page's latest function has answered: until then, nobody knows whether the person of a call is still
 * there. Undefined if no answer is missing.
 */
export function pendingHostAnswer(session: Session): Promise<void> | undefined {
  const { state, generation } = session.snapshot()
  const question = questions.get(session)
  return state === 'in' && question?.generation === generation ? question.askNow() : undefined
}

/** Makes a session of one element alone follow its page. */
interface HostFollower {
  /** Follows the page's changes of its login. */
  readonly settings: (session: Session, next: HostLogin, before: Pick<HostLogin, 'sessionToken' | 'fetchToken'>) => void
  /** Asks whether the session still stands, before its element, which is back in the page, makes a call. */
  readonly check: (session: Session) => void
  /** Asks no more until `check`, since the element has left the page. */
  readonly pause: (session: Session) => void
}

export function createHostFollower(signal: AbortSignal): HostFollower {
  const { ask, stop } = hostQuestions(signal)
  return {
    settings(session, { sessionToken, fetchToken }, before) {
      session.host.fetchToken = fetchToken
      if (sessionToken !== before.sessionToken) {
        if (sessionToken) void session.adopt(sessionToken)
        else session.end({ revoke: false })
      } else if (fetchToken !== before.fetchToken) {
        if (fetchToken) ask(session)
        else session.end({ revoke: false })
      }
    },
    check(session) {
      session.host.renews = true
      if (session.host.fetchToken || session.profile) ask(session)
      // The screen is covered at once.
      void pendingHostAnswer(session)
    },
    pause({ host }) {
      stop()
      host.stopRenewals()
      // An answer under way may start the timer again.
      host.renews = false
    }
  }
}

/**
 * Returns `ask`, which asks the page's new function, which may name another person, once the page has set all that
 * it sets in one task. Until the function has answered, no call is made and the screen is covered; after a failure it
 * is asked again, until `stop`.
 */
function hostQuestions(signal: AbortSignal): { ask: (session: Session) => void; stop: () => void } {
  let timer = 0
  let nextAt = 0
  let waitMs = 0
  let lastGeneration: number | null = null
  /** Number of the question under way; a later question replaces it. */
  let turn = 0
  let running = false
  const waiting: (() => void)[] = []
  const stop = () => {
    clearTimeout(timer)
    turn += 1
    running = false
  }
  signal.addEventListener('abort', stop)
  function ask(session: Session): void {
    const { generation } = session.snapshot()
    const askNow = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (!running) void run(session, question)
      })
    const question: Question = { generation, askNow }
    questions.set(session, question)
    const now = performance.now()
    if (generation !== lastGeneration || now > nextAt + longestMs) waitMs = nextAt = 0
    lastGeneration = generation
    runIn(Math.max(0, nextAt - now), session, question)
  }
  function runIn(ms: number, session: Session, question: Question): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void run(session, question), ms)
  }
  async function run(session: Session, question: Question): Promise<void> {
    const { generation } = question
    const isSame = () => session.snapshot().generation === generation && !signal.aborted
    clearTimeout(timer)
    if (!isSame()) return
    const mine = begin()
    if (session.snapshot().state === 'in') cover(session, generation)
    const follow = session.host.fetchToken ? followAnswer : followServer
    const answered = await follow(session, () => isSame() && mine === turn)
    if (mine !== turn) return
    running = false
    if (!answered && isSame()) return runIn(waitMs, session, question)
    uncover(session, generation)
    if (questions.get(session) === question) questions.delete(session)
    // The page has set another function while this one was asked, and its answer has named another person.
    else if (!isSame() && session.host.fetchToken) ask(session)
    for (const resolve of waiting.splice(0)) resolve()
  }
  /** Takes the next turn and sets the wait after it; returns the number of the turn. */
  function begin(): number {
    turn += 1
    running = true
    waitMs = Math.min(waitMs * 2 || shortestMs, longestMs)
    nextAt = performance.now() + waitMs
    return turn
  }
  return { ask, stop }
}

function cover(session: Session, generation: number): void {
  covered.set(session, generation)
  session.tell()
}

function uncover(session: Session, generation: number): void {
  if (covered.get(session) === generation && covered.delete(session)) session.tell()
}

/**
 * Asks the function and follows its answer, if the answer still counts by then. Returns false if the function has
 * failed, which says nothing about the person.
 */
async function followAnswer(session: Session, counts: () => boolean): Promise<boolean> {
  const { unknownHere } = session.host
  const { token, error } = await session.tokenOfHost()
  // Without this wait, a page that renders more often than the server answers would begin anew each time.
  if (token !== null && session.identifying !== undefined) await session.until(isOpened)
  if (!counts()) return true
  if (token !== null) await session.adopt(token)
  else if (error) return false
  else if (session.snapshot().state !== 'out') session.end({ revoke: false })
  else if (session.host.unknownHere !== unknownHere) session.tell()
  return true
}

/**
 * Asks the server who the session's person is now, and follows its answer. A failure says nothing about the person, and
 * the next call reports it.
 */
async function followServer(session: Session, counts: () => boolean): Promise<boolean> {
  const before = session.snapshot()
  const { token } = before
  if (before.state !== 'in') return true
  const answer = session.host.adopting === null && (await session.identify(token))
  // Another token that the page has set is checked while it is adopted, and the answer is not about it.
  await session.until(() => session.host.adopting === null)
  const stays = () => counts() && session.snapshot().token === token
  if (!answer || !stays()) return true
  const { profile, person = null, reason } = answer
  if (reason === 'refused' && !(await session.renew().catch(() => true)) && stays()) session.expire()
  if (profile && !isSamePerson(before, { profile, person, customerNumber: null }))
    session.enter({ token, profile, person }, false)
  return true
}
