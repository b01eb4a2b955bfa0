import { readFileSync } from 'node:fs'
import type { ParticipationContent } from '../../server/src/confirmations/letter/letter-content.ts'
import { createLetterTypesetter } from '../../server/src/confirmations/letter/letter-typesetter.ts'
import { type LetterSigner, openLetterSigner } from '../../server/src/confirmations/verification/letter-signer.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openEmbedded } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { participation, hourRecord } from '../../server/src/testing/confirmations.ts'
import { letterhead } from '../../server/src/testing/letterhead.ts'
import { drawWithPdfkit } from './floor/pdfkit-page.ts'
import { type Measurement, median, perSecond, times } from './measurement.ts'

const limits = { rate: 150, ratio: 1.5, long: 5, memory: 300e6 }
const rounds = 3
const perRound = 100
const inMemoryTest = 5000
/**
 * Seconds after which a machine that others keep busy has shown enough; the figure then tells the number of letters.
 */
const longest = { round: 15, memory: 60 }
const ticksPerSecond = 100
// The process is as busy as with a worker's several jobs: one letter's code is drawn while another is set.
const atOnce = 4

/**
 * Measures confirmations and hour records a second from one process, against the same page drawn with pdfkit, and the
 * process's memory.
 */
export async function benchLetters(): Promise<Measurement[]> {
  const database = await openEmbedded({})
  await migrate(database.db)
  const before = children()
  const typesetter = createLetterTypesetter({ letterTemplates: '' })
  // The second one starts when the first is busy.
  const typsts = () => children().filter((each) => !before.includes(each))
  const config = {
    ...readConfig({ PUBLIC_URL: 'https://center.example' }),
    signingKey: undefined,
    dataFolder: '.cache/bench'
  }
  const signer = await openLetterSigner(config, database.db, typesetter)
  try {
    const confirmations = await compare(signer, typsts)
    const long = await longRecords(signer, typsts)
    const memory = await residentAfterMany(signer, typsts)
    return [...confirmations, long, memory]
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

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user + system) * 1000) / ticksPerSecond
}

/**
 * Returns the milliseconds of CPU that this process and the letters' ones have used: the figure that the neighbours on
 * the machine change least.
 */
function usedCpu(pids: number[]): number {
  const { user, system } = process.cpuUsage()
  return pids.reduce((sum, pid) => sum + cpuOf(pid), (user + system) / 1000)
}

const withCpu = (shown: string, cpu: number[]): string => `${shown}, ${median(cpu).toFixed(1)} ms CPU each`

async function compare(signer: LetterSigner, typsts: () => number[]): Promise<Measurement[]> {
  const rates = { ours: [] as number[], embedded: [] as number[], standard: [] as number[] }
  const cpu = { ours: [] as number[], standard: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const draw = (kind: 'embedded' | 'standard') => (index: number) =>
      drawWithPdfkit(contentFor(index), `https://center.example/verify#${String(index).padStart(12, '0')}`, kind)
    const start = usedCpu(typsts())
    const { rate: ours, count } = await repeat(perRound, longest.round, (index) =>
      signer.sign({ kind: 'participation', content: contentFor(round * perRound + index) }, letterhead)
    )
    const middle = usedCpu(typsts())
    const { rate: standard, count: drawn } = await repeat(perRound, longest.round, draw('standard'))
    const end = usedCpu(typsts())
    // Embedded fonts are ten times as slow: pdfkit reads each again for each document.
    const embedded = await perSecondOf(perRound / 10, draw('embedded'))
    if (round === 0) continue
    cpu.ours.push((middle - start) / count)
    cpu.standard.push((end - middle) / drawn)
    rates.ours.push(ours)
    rates.standard.push(standard)
    rates.embedded.push(embedded)
  }
  const ours = median(rates.ours)
  const against = (name: string, floor: number): Measurement => ({
    name: `confirmations with number and code, against pdfkit with ${name}`,
    ours: perSecond(ours),
    floor: perSecond(floor),
    ratio: times(ours / floor),
    limit: `≥ ${times(limits.ratio)}`,
    kept: ours >= limits.ratio * floor
  })
  return [
    against('the same fonts', median(rates.embedded)),
    against("the reader's fonts", median(rates.standard)),
    {
      name: "confirmations a second, against pdfkit with the reader's fonts",
      ours: withCpu(perSecond(ours), cpu.ours),
      floor: withCpu(perSecond(median(rates.standard)), cpu.standard),
      ratio: '',
      limit: `≥ ${limits.rate}/s`,
      kept: ours >= limits.rate
    }
  ]
}

async function longRecords(signer: LetterSigner, typsts: () => number[]): Promise<Measurement> {
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
    const start = usedCpu(typsts())
    const { rate, count } = await repeat(4, longest.round, () =>
      signer.sign({ kind: 'timesheet', content: { ...hourRecord, events } }, letterhead)
    )
    if (round === 0) continue
    rates.push(rate)
    cpu.push((usedCpu(typsts()) - start) / count)
  }
  const rate = median(rates)
  return {
    name: 'hour records of 400 rows',
    ours: withCpu(`${rate.toFixed(1)}/s`, cpu),
    floor: '',
    ratio: '',
    limit: `≥ ${limits.long}/s`,
    kept: rate >= limits.long
  }
}

async function residentAfterMany(signer: LetterSigner, typsts: () => number[]): Promise<Measurement> {
  const { count } = await repeat(inMemoryTest, longest.memory, (index) =>
    signer.sign({ kind: 'participation', content: contentFor(1_000_000 + index) }, letterhead)
  )
  const resident = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  const bytes = Math.max(...typsts().map(resident)) * 1024
  const megabytes = (value: number) => `${(value / 1e6).toFixed(0)} MB`
  return {
    name: `memory of the larger of the letters' processes after ${count} more confirmations`,
    ours: megabytes(bytes),
    floor: '',
    ratio: '',
    limit: `≤ ${megabytes(limits.memory)}`,
    kept: bytes <= limits.memory
  }
}

function children(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}
