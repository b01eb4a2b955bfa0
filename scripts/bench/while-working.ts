import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { authorized, call } from '../../server/src/testing/calls.ts'
import { kill } from '../../server/src/testing/child.ts'
import { confirmation } from '../../server/src/testing/functions.ts'
import { type KilledRun, prepareBooked } from '../../server/src/testing/killed-functions.ts'
import type { Measurement } from './main.ts'
import { times } from './numbers.ts'

const letters = 200
const limit = 2
const calls = 600
/** Between two calls, in ms: somebody looks, nobody floods. */
const every = 5

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the profile call takes at the 99th percentile while 200 letters are made, against the same server with nothing to do. */
export async function benchWhileWorking(
  kind: string,
  databaseUrl: string,
  spawn: KilledRun['spawn']
): Promise<Measurement> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'customer-center-bench-'))
  const { admin, booked } = await prepareBooked({ databaseUrl, dataFolder }, letters)
  const most = String(letters + 1)
  const env = { PORT: '0', DATA_FOLDER: dataFolder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }
  const child = spawn('main', { ...env, JOBS_PER_USER: most, JOBS_PER_CUSTOMER: most })
  try {
    const [{ listening: url }] = (await once(child, 'message')) as [{ listening: string }]
    const headers = await authorized(url, admin)
    const profile = async () => {
      const start = performance.now()
      await call(url, '/webshopuser/getcurrentwebshopuser', { headers })
      return performance.now() - start
    }
    const p99 = (taken: readonly number[]) => taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? NaN
    const measure = async (going: () => boolean) => {
      const taken: number[] = []
      while (going() || taken.length < 100) {
        taken.push(await profile())
        await rest(every)
      }
      return p99(taken)
    }
    let left = calls
    await measure(() => left-- > calls / 2)
    left = calls
    const idle = await measure(() => left-- > 0)

    const jobIds: string[] = []
    for (const one of booked) {
      const body = { data: { functionName: 'StandardLetter', parameter: confirmation(one), async: true } }
      const { envelope } = await call<{ jobId: string }>(url, '/function/start', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      jobIds.push(envelope.responseData.jobId)
    }
    let working = true
    const begun = Date.now()
    const watched = (async () => {
      // The last one in line is made last.
      const path = `/function/getasyncresult?jobId=${jobIds.at(-1)}`
      while (working) {
        const { envelope } = await call<{ status: number }>(url, path, { headers })
        working = envelope.responseData.status !== AsyncStatus.done
        await rest(100)
      }
    })()
    const busy = await measure(() => working)
    await watched
    return {
      name: `p99 of getcurrentwebshopuser while ${letters} letters are made (${Date.now() - begun} ms), ${kind}`,
      ours: `${busy.toFixed(1)} ms`,
      floor: `${idle.toFixed(1)} ms`,
      ratio: times(busy / idle),
      limit: `≤ ${times(limit)}`,
      kept: busy <= limit * idle
    }
  } finally {
    await kill(child)
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
