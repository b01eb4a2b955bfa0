import type { Running } from '../../testing/process.ts'
import {
  compareWithFloor,
  compareWithLimit,
  type Measurement,
  median,
  ms,
  perSecond,
  quantile
} from '../trial/measurement.ts'
import { textOf } from './load/answers.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { callAs, type LoadOrder, type LoadResult } from './load/order.ts'
import { withPinning } from './pinned.ts'

const duration = { warmUp: 2, seconds: 5 }
const firstRate = 200
const leastCarried = 0.99
/** Time in ms in which a person still takes a page for quick; a person is as quick on any machine. */
const quickMs = 250
/** Least rate of answers, as a share of the highest one. */
const leastAnswered = 0.8
/** Factor by which others may slow a person of another customer. */
const maxRatio = 3
/** Calls a second of a person at work: fewer than the fair share of one of 126 customers. */
const callsOfPerson = 10
/** Limit of calls that wait: the people of the other ones have not come back yet. */
const maxPending = 2000
const connections = 2000
/** Number of connections that keep the server at work, with a line that every one of them fits in. */
const busyConnections = 100
const pause = { ms: 200, after: 'refusal' } as const

/** The server, and the people who call it: each token is a session. */
export interface CrowdStage {
  readonly server: Running
  readonly postmaster: number
  /** Sessions of many customers. */
  readonly many: readonly string[]
  /** Sessions of one login. */
  readonly one: readonly string[]
  /** Session of a customer who is none of them. */
  readonly person: string
}

type Crowd = Pick<LoadOrder, 'calls' | 'pace'>
type Run = (crowd: Crowd) => Promise<LoadResult>

const p99 = (times: readonly number[]): number => quantile(times, 0.99)

/** Finds the load that the server carries, to a fifth, and the highest rate of answers on the way. */
async function findCarried(run: Run, crowdOf: (rate: number) => Crowd) {
  let highest = 0
  const carries = async (rate: number) => {
    const { answered, refused, rate: ofAnswers } = await run(crowdOf(rate))
    highest = Math.max(highest, ofAnswers)
    return answered.length >= leastCarried * (answered.length + refused.length) && p99(answered) <= quickMs
  }
  let carried = firstRate
  while (await carries(carried * 2)) carried *= 2
  for (const step of [Math.SQRT2, 2 ** 0.25]) if (await carries(carried * step)) carried *= step
  return { carried, highest }
}

/** A load, the highest rate of answers to its people, and its results with those of the person beside it. */
interface Beside {
  readonly name: string
  readonly highest: number
  readonly crowd: Crowd
  readonly rounds: { readonly crowd: LoadResult; readonly person: LoadResult }[]
}

function compare({ name, highest, rounds }: Beside, idle: number): Measurement[] {
  const middle = (of: (crowd: LoadResult) => number) => median(rounds.map(({ crowd }) => of(crowd)))
  const late = ms(Math.max(...rounds.map(({ crowd }) => crowd.late)))
  const cost = `the load was ${late} late and took ${middle(({ cpu }) => cpu).toFixed(0)} µs a call`
  const statuses = textOf(rounds.at(-1)?.crowd.statuses ?? {})
  const answered = { ours: middle(({ answered: all }) => p99(all)) }
  const refused = { ours: middle(({ refused: all }) => (all.length === 0 ? 0 : p99(all))) }
  const rates = { ours: middle(({ rate }) => rate), floor: highest }
  const person = { ours: median(rounds.map(({ person: { answered: all } }) => p99(all))), floor: idle }
  return [
    compareWithFloor(`${name}: answers; ${cost}`, perSecond, rates, { least: leastAnswered }),
    compareWithLimit(`${name}: p99 of answers; ${statuses}`, ms, answered, { most: quickMs }),
    compareWithLimit(`${name}: p99 of refusals`, ms, refused, { most: quickMs }),
    compareWithFloor(`${name}: p99 of a person of another customer`, ms, person, { most: maxRatio })
  ]
}

/** Measures more calls than the server carries, of many customers and of one, and a person of another customer beside. */
async function measureLoads(stage: CrowdStage, rounds: number, load: LoadProcess, other: LoadProcess) {
  const { url } = stage.server
  const run: Run = (crowd) => load.run({ url, ...duration, ...crowd })
  const runPerson = () =>
    other.run({ url, ...duration, calls: [callAs(stage.person)], pace: { perSecond: callsOfPerson } })
  const many = stage.many.map((token) => callAs(token))
  const one = stage.one.map((token) => callAs(token))
  const crowdOf = (rate: number): Crowd => ({ calls: many, pace: { perSecond: rate, maxPending } })
  const { carried, highest } = await findCarried(run, crowdOf)
  const busy = await run({ calls: one, pace: { connections: busyConnections, pause } })
  const times = (factor: number): Beside => {
    const name = `${factor} times the load of ${perSecond(carried)}`
    return { name, highest, crowd: crowdOf(factor * carried), rounds: [] }
  }
  const ofOne = { calls: one, pace: { connections, pause } }
  const name = `${connections} connections of one customer`
  const all: Beside[] = [times(2), times(10), { name, highest: busy.rate, crowd: ofOne, rounds: [] }]
  const idle: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    idle.push(p99((await runPerson()).answered))
    for (const beside of all) {
      const [crowd, person] = await Promise.all([run(beside.crowd), runPerson()])
      beside.rounds.push({ crowd, person })
    }
  }
  return all.flatMap((beside) => compare(beside, median(idle)))
}

/** Measures it with the server on a core of its own; both loads and PostgreSQL share the other one. */
export async function measureCrowds(stage: CrowdStage, rounds: number): Promise<Measurement[]> {
  return withPinning(async (pinTo) => {
    const [load, other] = [await startLoad(), await startLoad()]
    pinTo([stage.server.pid], [stage.postmaster, load.pid, other.pid])
    const measured = await measureLoads(stage, rounds, load, other)
    await Promise.all([load.end(), other.end()])
    return [...measured, other.answers.measured()]
  })
}
