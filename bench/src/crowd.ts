import type { Running } from '../../testing/process.ts'
import { textOf } from './answers.ts'
import { type Load, startLoad } from './load/load.ts'
import { isSuccess, type LoadCall, type LoadOrder, type LoadResult } from './load/order.ts'
import { compareWithFloor, compareWithLimit, type Measurement, median, ms, perSecond, quantile } from './measurement.ts'
import { withPinning } from './pinned.ts'

const seconds = 5
const warmUp = 2
const firstRate = 400
const leastCarried = 0.99
/** Time in ms in which a person still takes a page for quick. It is a person's, so the machine does not count. */
const quickMs = 250
/** Least rate of answers, as a share of the highest one. */
const leastAnswered = 0.8
/** Factor by which others may slow a person of another customer. */
const mostRatio = 3
const callsOfPerson = 50
/** Limit of calls that wait: the people of the other ones have not come back yet. */
const mostPending = 2000
/** Connections of one customer that come at once, and as many as keep the server busy without a line. */
const connections = { crowd: 2000, busy: 100 }
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

const callOf = (authorization: string): LoadCall => ({
  path: '/api/customer',
  headers: { authorization, 'content-version': '1.0' }
})

/** Order without the seconds, which are the same for all. */
type Crowd = Pick<LoadOrder, 'calls' | 'pace'>

const p99 = (times: readonly number[]): number => quantile(times, 0.99)

const isCarried = ({ statuses, answered }: LoadResult): boolean => {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return answered.length / all >= leastCarried && p99(answered) <= quickMs
}

/**
 * Finds the load that the server carries, to a fifth, and the highest rate of answers on the way: doubles the load for
 * as long as calls are answered, and quickly, and then takes steps between the last two.
 */
async function findCarried(run: (crowd: Crowd) => Promise<LoadResult>, calls: readonly LoadCall[]) {
  const tried = async (rate: number) => run({ calls, pace: { perSecond: rate, mostPending } })
  let highest = 0
  const carries = async (rate: number) => {
    const result = await tried(rate)
    highest = Math.max(highest, result.rate)
    return isCarried(result)
  }
  await tried(firstRate)
  let carried = firstRate / 2
  while (await carries(carried * 2)) carried *= 2
  for (const step of [Math.SQRT2, 2 ** 0.25]) if (await carries(carried * step)) carried *= step
  return { carried, highest }
}

/** A load and the person beside it. */
interface Beside {
  readonly crowd: LoadResult
  readonly person: LoadResult
}

function compare(name: string, rounds: readonly Beside[], highest: number, idle: number): Measurement[] {
  const middle = (of: (round: Beside) => number) => median(rounds.map(of))
  const late = Math.max(...rounds.map(({ crowd }) => crowd.process.late))
  const cpu = middle(({ crowd }) => crowd.process.cpu)
  const p50 = middle(({ crowd }) => median(crowd.answered))
  const person = middle((round) => p99(round.person.answered))
  const others = rounds.flatMap((round) => Object.keys(round.person.statuses)).filter((status) => !isSuccess(status))
  const compared = compareWithFloor(
    `${name}: p99 of a person of another customer`,
    ms,
    { ours: person, floor: idle },
    { most: mostRatio }
  )
  const refused = middle((round) => (round.crowd.refused.length === 0 ? 0 : p99(round.crowd.refused)))
  return [
    compareWithFloor(
      `${name}: answered`,
      perSecond,
      { ours: middle((round) => round.crowd.rate), floor: highest },
      { least: leastAnswered }
    ),
    compareWithLimit(
      `${name}: p99 of what is answered (p50 ${ms(p50)}); the load was ${ms(late)} late, ${cpu.toFixed(0)} µs a call`,
      ms,
      { ours: middle((round) => p99(round.crowd.answered)) },
      { most: quickMs }
    ),
    compareWithLimit(
      `${name}: p99 of refusals; ${textOf(rounds.at(-1)?.crowd.statuses ?? {})}`,
      ms,
      { ours: refused },
      { most: quickMs }
    ),
    {
      ...compared,
      name: `${compared.name}${others.length > 0 ? `; ${others.join(', ')}` : ''}`,
      kept: compared.kept && others.length === 0
    }
  ]
}

/** Measures more calls than the server carries, of many customers and of one, and a person of another customer beside. */
async function measureLoads(stage: CrowdStage, load: Load, other: Load, rounds: number): Promise<Measurement[]> {
  const { url } = stage.server
  const many = stage.many.map(callOf)
  const one = stage.one.map(callOf)
  const run = (crowd: Crowd) => load.run({ url, seconds, warmUp, ...crowd })
  const runPerson = () =>
    other.run({ url, seconds, warmUp, calls: [callOf(stage.person)], pace: { perSecond: callsOfPerson } })
  const { carried, highest } = await findCarried(run, many)
  const busy = await run({ calls: one, pace: { connections: connections.busy, pause } })
  const loads: { readonly name: string; readonly highest: number; readonly crowd: Crowd; readonly beside: Beside[] }[] =
    [
      ...[2, 10].map((factor) => ({
        name: `${factor} times the load of ${perSecond(carried)}`,
        highest,
        crowd: { calls: many, pace: { perSecond: factor * carried, mostPending } },
        beside: []
      })),
      {
        name: `${connections.crowd} connections of one customer`,
        highest: busy.rate,
        crowd: { calls: one, pace: { connections: connections.crowd, pause } },
        beside: []
      }
    ]
  const idle: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    idle.push(p99((await runPerson()).answered))
    for (const { crowd, beside } of loads) {
      const [ofCrowd, ofPerson] = await Promise.all([run(crowd), runPerson()])
      beside.push({ crowd: ofCrowd, person: ofPerson })
    }
  }
  return loads.flatMap(({ name, highest: most, beside }) => compare(name, beside, most, median(idle)))
}

/** Measures it with the server on a core of its own; loads, the person and PostgreSQL share the other one. */
export async function measureCrowds(stage: CrowdStage, rounds: number): Promise<Measurement[]> {
  return withPinning(async (pinTo) => {
    const [load, other] = [await startLoad(), await startLoad()]
    try {
      pinTo([stage.server.pid], [stage.postmaster, load.pid, other.pid, process.pid])
      return await measureLoads(stage, load, other, rounds)
    } finally {
      await load.end()
      await other.end()
    }
  })
}
