import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, startProgram } from '../../../testing/process.ts'
import { createInstallation } from '../../../testing/server/test-database.ts'

beforeAll(buildServer)

interface Answered {
  readonly status: number | undefined
  readonly connection: string | undefined
}

/** Sends as a proxy does: over a connection that it keeps. */
async function send(agent: Agent, method: string, url: string, body = ''): Promise<Answered> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
  const sent = request(url, { method, agent, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return { status: response.statusCode, connection: response.headers.connection }
}

test('a proxy that asks /readyz loses no POST to a server that gets SIGTERM: it hears first, and kept connections end with an answer', async () => {
  const settings = { ...(await createInstallation('embedded')), LOG_LEVEL: 'silent', DRAIN_SECONDS: '5' }
  const { child, url, kill } = await startProgram('main', settings)
  onTestFinished(kill)
  const exit = once(child, 'exit')
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())

  const heard = new AbortController()
  const answers: Answered[] = []
  async function lane(): Promise<void> {
    while (!heard.signal.aborted)
      answers.push(await send(agent, 'POST', `${url}/api/getToken`, 'customerNumber=1&userName=x&password=y'))
    // The proxy sent this request before it learnt of the stop.
    answers.push(await send(agent, 'POST', `${url}/api/getToken`, 'customerNumber=1&userName=x&password=y'))
  }
  const ready: (number | undefined)[] = []
  async function check(): Promise<void> {
    while (!heard.signal.aborted) {
      const { status } = await send(agent, 'GET', `${url}/readyz`)
      ready.push(status)
      if (answers.length > 20 && !child.killed) child.kill('SIGTERM')
      if (status !== 200) heard.abort()
    }
    expect((await send(agent, 'GET', `${url}/livez`)).status).toBe(200)
  }
  await Promise.all([lane(), lane(), lane(), lane(), check()])
  expect(ready.at(-1)).toBe(503)
  // The others are refused for their password or for their number.
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  expect(answers.slice(-4).map(({ connection }) => connection)).toEqual(Array(4).fill('close'))
  expect(await exit).toEqual([0, null])
})
