import { setTimeout as wait } from 'node:timers/promises'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { prepareBooked } from '../../testing/server/crash-run.ts'
import { type Booked, confirmation, hourRecord, hourRecordLetter } from '../../testing/server/document-requests.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { save } from '../../testing/server/saves.ts'
import { openSession } from '../../testing/server/sessions.ts'
import {
  compareWithFloor,
  compareWithLimit,
  type Measurement,
  median,
  megabytes,
  perSecond
} from '../trial/measurement.ts'
import { childrenOf, cpuOf, residentBytes } from './cpu.ts'
import { drawWithPdfkit } from './floor/pdfkit-page.ts'
import { countAnswers } from './load/answers.ts'

/** A letter of ours is also ordered, signed, registered and stored: it may take more CPU than the drawing of a page. */
const limits = { ratio: 1.5, cpu: 3, long: { least: 1 / 30 }, memory: 300e6 }
const rounds = 3
const perRound = 100
const recordsPerRound = 4
const eventsOfRecord = 400
// Embedded fonts are ten times as slow: pdfkit reads each again for each document.
const perRoundEmbedded = perRound / 10

/** A rate, and the milliseconds of CPU of each letter. */
interface Made {
  readonly rate: number
  readonly cpu: number
}

/**
 * Measures confirmations and hour records a second from one worker, against the same page drawn with pdfkit, and the
 * memory of the worker's processes.
 *
 * @param more confirmations after which the memory is measured
 */
export async function benchLetters(more = 1000): Promise<Measurement[]> {
  const press = await startPress(more)
  try {
    const { rate, measured } = await compare(press)
    measured.push(await longRecords(press, rate), await residentAfterMany(press, more))
    return [...measured, press.answers.measured()]
  } finally {
    await press.close()
  }
}

/** Starts a server, which takes orders, and a worker, which makes the letters. */
async function startPress(more: number) {
  const product = await startPostgresProduct()
  const { databaseUrl, dataFolder, start, close } = product
  const { db, pool } = product.database
  const { admin, booked } = await prepareBooked({ databaseUrl, dataFolder }, (rounds + 1) * perRound + more)
  await pool.query(`insert into letters (provider_id, letter_no, kind) values (1, $1, 'hour-record')`, [
    hourRecordLetter
  ])
  const many = { JOBS_PER_USER: '10000', JOBS_PER_CUSTOMER: '10000' }
  const settings = { ...many, PUBLIC_URL: 'https://center.example', JOBS: 'worker', LOG_LEVEL: 'fatal' }
  const { url } = await start('main', settings)
  const { pid } = await start('worker', settings)
  const authorization = await openSession(db, admin)

  const answers = countAnswers()

  /** @returns the id of the job; nothing if the order is refused */
  async function order(functionName: string, parameter: string): Promise<string | undefined> {
    const data = { functionName, parameter, async: true }
    const { status, code, data: answer } = await save(url, { authorization }, ['POST', '/function/start'], data)
    answers.add({ [code || status]: 1 })
    return (answer as { readonly jobId?: string } | null)?.jobId
  }

  return {
    booked,
    pid,
    answers,
    /** Takes the orders while the worker stands still, has it make all, and measures from the first letter to the last. */
    make: async (functionName: string, parameters: readonly string[]): Promise<Made> => {
      process.kill(pid, 'SIGSTOP')
      // The limit of a day is not what is measured.
      await pool.query('update server_functions set cost = 0')
      const ids: string[] = []
      for (const parameter of parameters) {
        const id = await order(functionName, parameter)
        if (id !== undefined) ids.push(id)
      }
      if (ids.length === 0) throw new Error('No order was taken.')
      const before = cpuOf(pid)
      process.kill(pid, 'SIGCONT')
      for (;;) {
        const { rows } = await pool.query<{ done: number; failed: number; ms: number }>(
          `select count(*) filter (where status = $2)::int as done, count(*) filter (where status = $3)::int as failed,
                  extract(epoch from max(finished_at) - min(finished_at))::float8 * 1000 as ms
           from server_functions where job_id = any($1::uuid[])`,
          [ids, AsyncStatus.done, AsyncStatus.failed]
        )
        const { done = 0, failed = 0, ms = 0 } = rows[0] ?? {}
        if (failed > 0) throw new Error(`${failed} letters could not be made.`)
        if (done === ids.length) return { rate: ((done - 1) * 1000) / ms, cpu: (cpuOf(pid) - before) / 1000 / done }
        await wait(20)
      }
    },
    close
  }
}

type Press = Awaited<ReturnType<typeof startPress>>

const confirmationsOf = (booked: readonly Booked[]): string[] => booked.map((one) => confirmation(one))

/** Draws as many pages one after the other. */
async function draw(kind: 'embedded' | 'standard', count: number, first: number): Promise<Made> {
  const [begun, before] = [performance.now(), cpuOf(process.pid)]
  for (let index = 0; index < count; index += 1) await drawWithPdfkit(first + index, kind)
  const cpu = (cpuOf(process.pid) - before) / 1000 / count
  return { rate: (count * 1000) / (performance.now() - begun), cpu }
}

const rateOf = (all: readonly Made[]): number => median(all.map(({ rate }) => rate))
const cpuOfEach = (all: readonly Made[]): number => median(all.map(({ cpu }) => cpu))
const millisecond = (value: number): string => `${value.toFixed(1)} ms`
const withCpu = (shown: string, all: readonly Made[]): string => `${shown}, ${millisecond(cpuOfEach(all))} CPU each`

async function compare({ booked, make }: Press) {
  const ours: Made[] = []
  const [embedded, standard]: [Made[], Made[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const first = round * perRound
    const made = await make('StandardLetter', confirmationsOf(booked.slice(first, first + perRound)))
    const drawn = await draw('standard', perRound, first)
    const slow = await draw('embedded', perRoundEmbedded, first)
    // The first round warms up.
    if (round === 0) continue
    ours.push(made)
    standard.push(drawn)
    embedded.push(slow)
  }
  const rates = { ours: rateOf(ours), floor: rateOf(embedded) }
  const cpu = { ours: cpuOfEach(ours), floor: cpuOfEach(standard) }
  const measured = compareWithFloor('confirmations, against pdfkit with the same fonts', perSecond, rates, {
    least: limits.ratio
  })
  return {
    rate: rates.ours,
    measured: [
      { ...measured, ours: withCpu(measured.ours, ours), floor: withCpu(measured.floor, embedded) },
      compareWithFloor("CPU of a confirmation, against pdfkit with the reader's fonts", millisecond, cpu, {
        most: limits.cpu
      })
    ]
  }
}

/**
 * Measures hour records of many pages, against confirmations: pdfkit has no floor for them, as it breaks no table into
 * pages.
 */
async function longRecords({ booked, make }: Press, confirmations: number): Promise<Measurement> {
  const all: Made[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const parameters = Array.from({ length: recordsPerRound }, (_, index) => {
      const from = round * recordsPerRound + index
      const [first, ...others] = booked.slice(from, from + eventsOfRecord)
      if (!first) throw new Error('There are no events.')
      return hourRecord([first, ...others])
    })
    const made = await make('TimesheetLetter', parameters)
    if (round > 0) all.push(made)
  }
  const show = (rate: number) => `${rate.toFixed(1)}/s`
  const rates = { ours: rateOf(all), floor: confirmations }
  const name = `hour records of ${eventsOfRecord} rows, against confirmations`
  const measured = compareWithFloor(name, show, rates, limits.long)
  return { ...measured, ours: withCpu(measured.ours, all) }
}

async function residentAfterMany({ booked, make, pid }: Press, more: number): Promise<Measurement> {
  await make('StandardLetter', confirmationsOf(booked.slice(-more)))
  const ours = Math.max(...childrenOf(pid).map((child) => residentBytes(child.pid)))
  const name = `memory of the larger of the letters' processes after ${more} more confirmations`
  return compareWithLimit(name, megabytes, { ours }, { most: limits.memory })
}
