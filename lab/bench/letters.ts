import type { ParticipationContent } from '../../server/src/confirmations/letter/letter-content.ts'
import { createLetterTypesetter } from '../../server/src/confirmations/letter/letter-typesetter.ts'
import { type LetterSigner, openLetterSigner } from '../../server/src/confirmations/verification/letter-signer.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openEmbedded } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { participation, hourRecord } from '../../testing/server/confirmations.ts'
import { letterhead } from '../../testing/server/letterhead.ts'
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

const limits = { ratio: 1.5, long: { least: 1 / 30 }, memory: 300e6 }
const rounds = 3
const perRound = 100
const inMemoryTest = 5000
/**
 * Seconds after which a machine that others keep busy has shown enough; the figure then tells the number of letters.
 */
const longest = { round: 15, memory: 60 }
// The process is as busy as with a worker's several jobs: one letter's code is drawn while another is set.
const atOnce = 4

/**
 * Measures confirmations and hour records a second from one process, against the same page drawn with pdfkit, and the
 * process's memory.
 */
export async function benchLetters(): Promise<Measurement[]> {
  const database = await openEmbedded({})
  await migrate(database.db)
  const typesetter = createLetterTypesetter({ letterTemplates: '' })
  const config = {
    ...readConfig({ PUBLIC_URL: 'https://center.example' }),
    signingKey: undefined,
    dataFolder: '.cache/bench'
  }
  const signer = await openLetterSigner(config, database.db, typesetter)
  try {
    const { rate, measured } = await compare(signer)
    const long = await longRecords(signer, rate)
    return [...measured, long, await residentAfterMany(signer)]
  } finally {
    await typesetter.close()
    await database.close()
  }
}

/** Names differ, as they do for customers: the compiler would remember the layout of the same one. */
const contentFor = (index: number): ParticipationContent => ({
  ...participation,
  participant: `Mag. Elisabeth Wögerbauer-${index}, MBA`
})

/** Runs until `count` is reached or the time is up. */
async function repeat(count: number, seconds: number, run: (index: number) => Promise<unknown>) {
  const start = performance.now()
  let next = 0
  const lane = async () => {
    while (next < count && performance.now() - start < seconds * 1000) await run(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { count: next, rate: (next * 1000) / (performance.now() - start) }
}

const perSecondOf = async (count: number, run: (index: number) => Promise<unknown>): Promise<number> =>
  (await repeat(count, longest.round, run)).rate

// Milliseconds of CPU of this process and of the letters' ones: the figure that the neighbours on the machine change least.
const usedCpu = (): number => cpuOf(process.pid) / 1000

const withCpu = (shown: string, cpu: number[]): string => `${shown}, ${median(cpu).toFixed(1)} ms CPU each`

async function compare(signer: LetterSigner) {
  const rates = { ours: [] as number[], embedded: [] as number[], standard: [] as number[] }
  const cpu = { ours: [] as number[], standard: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const draw = (kind: 'embedded' | 'standard') => (index: number) =>
      drawWithPdfkit(contentFor(index), `https://center.example/verify#${String(index).padStart(12, '0')}`, kind)
    const start = usedCpu()
    const { rate: ours, count } = await repeat(perRound, longest.round, (index) =>
      signer.sign({ kind: 'participation', content: contentFor(round * perRound + index) }, letterhead)
    )
    const middle = usedCpu()
    const { rate: standard, count: drawn } = await repeat(perRound, longest.round, draw('standard'))
    const end = usedCpu()
    // Embedded fonts are ten times as slow: pdfkit reads each again for each document.
    const embedded = await perSecondOf(perRound / 10, draw('embedded'))
    if (round === 0) continue
    cpu.ours.push((middle - start) / count)
    cpu.standard.push((end - middle) / drawn)
    rates.ours.push(ours)
    rates.standard.push(standard)
    rates.embedded.push(embedded)
  }
  const [ours, standard] = [median(rates.ours), median(rates.standard)]
  const against = (fonts: string, floor: number): Measurement => {
    const name = `confirmations with number and code, against pdfkit with ${fonts}`
    return compareWithFloor(name, perSecond, { ours, floor }, { least: limits.ratio })
  }
  const measured = [
    against('the same fonts', median(rates.embedded)),
    {
      ...against("the reader's fonts", standard),
      ours: withCpu(perSecond(ours), cpu.ours),
      floor: withCpu(perSecond(standard), cpu.standard)
    }
  ]
  return { rate: ours, measured }
}

/**
 * Measures hour records of many pages, against confirmations: pdfkit has no floor for them, as it breaks no table into
 * pages.
 */
async function longRecords(signer: LetterSigner, confirmations: number): Promise<Measurement> {
  const rates: number[] = []
  const cpu: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const events = Array.from({ length: 400 }, (_, index) => ({
      caption: `Umsatzsteuer aktuell ${round}: Reihengeschäfte und Meldepflichten ${index}`,
      from: '2026-03-12',
      until: '2026-03-13',
      location: 'Linz, Kongresszentrum',
      hours: 7.5
    }))
    const start = usedCpu()
    const { rate, count } = await repeat(4, longest.round, () =>
      signer.sign({ kind: 'timesheet', content: { ...hourRecord, events } }, letterhead)
    )
    if (round === 0) continue
    rates.push(rate)
    cpu.push((usedCpu() - start) / count)
  }
  const show = (rate: number) => `${rate.toFixed(1)}/s`
  const both = { ours: median(rates), floor: confirmations }
  const measured = compareWithFloor('hour records of 400 rows, against confirmations', show, both, limits.long)
  return { ...measured, ours: withCpu(measured.ours, cpu) }
}

async function residentAfterMany(signer: LetterSigner): Promise<Measurement> {
  const { count } = await repeat(inMemoryTest, longest.memory, (index) =>
    signer.sign({ kind: 'participation', content: contentFor(1_000_000 + index) }, letterhead)
  )
  const ours = Math.max(...childrenOf(process.pid).map(({ pid }) => residentBytes(pid)))
  const name = `memory of the larger of the letters' processes after ${count} more confirmations`
  return compareWithLimit(name, megabytes, { ours }, { most: limits.memory })
}
