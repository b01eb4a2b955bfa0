import { rmSync } from 'node:fs'
import { once } from 'node:events'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { authorized, call } from '../../server/src/testing/calls.ts'
import { kill } from '../../server/src/testing/child.ts'
import { confirmation } from '../../server/src/testing/document-requests.ts'
import { type CrashRun, prepareBooked } from '../../server/src/testing/crash-run.ts'
import { customerCalls } from './customer-calls.ts'
import { type Measurement, ms, quantile, times } from './measurement.ts'
import { scratchFolder } from './product.ts'

const letters = 200
const limit = 2
const calls = 600

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Measures the profile call at the 99th percentile while 200 letters are made, against the same server with nothing to
 * do.
 */
export async function benchLatencyUnderWork(
  kind: string,
  databaseUrl: string,
  spawn: CrashRun['spawn']
): Promise<Measurement> {
  const dataFolder = scratchFolder()
  const { admin, booked } = await prepareBooked({ databaseUrl, dataFolder }, letters)
  const most = String(letters + 1)
  const env = { PORT: '0', DATA_FOLDER: dataFolder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }
  const child = spawn('main', { ...env, JOBS_PER_USER: most, JOBS_PER_CUSTOMER: most })
  try {
    const [{ listening: url }] = (await once(child, 'message')) as [{ listening: string }]
    const headers = await authorized(url, admin)
    const askFor = async (one: (typeof booked)[number]): Promise<string> => {
      const body = { data: { functionName: 'StandardLetter', parameter: confirmation(one), async: true } }
      const { envelope } = await call<{ jobId: string }>(url, '/function/start', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      return envelope.responseData.jobId
    }
    const isMade = async (jobId: string | undefined): Promise<boolean> => {
      const { envelope } = await call<{ status: number }>(url, `/function/getasyncresult?jobId=${jobId}`, { headers })
      return envelope.responseData.status === AsyncStatus.done
    }

    const measure = (isGoing: (done: number) => boolean) => customerCalls(url, headers, isGoing)
    await measure((done) => done < calls / 2)
    const idle = quantile(await measure((done) => done < calls), 0.99)

    const busy: number[] = []
    let rounds = 0
    // Makes as many calls as of the idle server, in as many rounds of letters as that takes: of the hundred calls
    // beside one round, the 99th percentile would be the slowest.
    for (; busy.length < calls; rounds += 1) {
      const jobIds: string[] = []
      for (const one of booked) jobIds.push(await askFor(one))
      let working = true
      const watched = (async () => {
        // The last one in line is made last.
        while (!(await isMade(jobIds.at(-1)))) await rest(100)
        working = false
      })()
      busy.push(...(await measure(() => working)))
      await watched
    }
    const beside = quantile(busy, 0.99)
    return {
      name: `p99 of getcurrentwebshopuser while ${letters} letters are made (${rounds} times), ${kind}`,
      ours: ms(beside),
      floor: ms(idle),
      ratio: times(beside / idle),
      limit: `≤ ${times(limit)}`,
      kept: beside <= limit * idle
    }
  } finally {
    await kill(child)
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
