import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as rest } from 'node:timers/promises'

/**
 * Runs an action so many times a second, however long it takes, until it is stopped. `due` is its time, in ms of this
 * process.
 */
export function every(perSecond: number, run: (count: number, due: number) => void): () => void {
  const begun = performance.now()
  let count = 0
  const timer = setInterval(() => {
    for (let due = begun; (due = begun + (count * 1000) / perSecond) <= performance.now(); count += 1) run(count, due)
  }, 5)
  return () => clearInterval(timer)
}

interface Request {
  readonly path: string
  readonly method?: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly agent: Agent
}

/** Sends a request and returns the status once the whole answer is there; 0 for none. */
export async function send(url: string, { body, path, ...options }: Request): Promise<number> {
  try {
    const asked = request(url + path, { ...options, timeout: 30_000 })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode ?? 0
  } catch {
    return 0
  }
}

/** One call, and its time in ms since it was due. */
export interface TimedCall {
  readonly status: number
  readonly took: number
}

/**
 * Calls as people who are logged in, so many times a second.
 * @param mostPending the number of pending calls beyond which none is added
 */
export async function callFor(
  seconds: number,
  url: string,
  tokens: readonly string[],
  perSecond: number,
  mostPending = Infinity
): Promise<TimedCall[]> {
  const agent = new Agent({ keepAlive: true })
  const calls: Promise<TimedCall>[] = []
  let pending = 0
  const call = async (token: string, due: number): Promise<TimedCall> => {
    pending += 1
    const headers = { authorization: token, 'content-version': '1.0' }
    const status = await send(url, { path: '/api/customer', headers, agent })
    pending -= 1
    return { status, took: performance.now() - due }
  }
  const stop = every(perSecond, (count, due) => {
    if (pending < mostPending) calls.push(call(tokens[count % tokens.length] ?? '', due))
  })
  await rest(seconds * 1000)
  stop()
  const all = await Promise.all(calls)
  agent.destroy()
  return all
}
