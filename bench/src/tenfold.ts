import { type Measurement, median, ms, perSecond, quantile, times } from './measurement.ts'
import { callFor, type TimedCall } from './open-load.ts'

const rounds = 5
const seconds = 4
const firstRate = 100
const leastAnswered = 0.99
/** Time in which a person still takes a page for quick. */
const mostCarriedMs = 250
const mostRatio = 3
/** Limit of calls that wait: the people of the other ones have not come back yet. */
const mostPending = 2000

/** Returns the p99 of those that were answered; refused ones are told at once to come again. */
const p99Of = (calls: readonly TimedCall[]): number =>
  quantile(
    calls.filter(({ status }) => status === 200).map(({ took }) => took),
    0.99
  )
const shareOf = (calls: readonly TimedCall[]): number =>
  calls.filter(({ status }) => status === 200).length / calls.length

/** Finds the load that the server carries: doubles it for as long as calls are answered, and quickly. */
async function findCarried(url: string, tokens: readonly string[]): Promise<number> {
  await callFor(seconds, url, tokens, firstRate)
  for (let rate = firstRate; ; rate *= 2) {
    const calls = await callFor(seconds, url, tokens, rate * 2)
    if (shareOf(calls) < leastAnswered || p99Of(calls) > mostCarriedMs) return rate
  }
}

/** Compares how long calls take that are answered at ten times the load with those at the load that the server carries. */
export async function measureTenfold(url: string, tokens: readonly string[]): Promise<Measurement> {
  const carried = await findCarried(url, tokens)
  const pairs: { readonly usual: number; readonly tenfold: number; readonly share: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const usual = p99Of(await callFor(seconds, url, tokens, carried))
    const calls = await callFor(seconds, url, tokens, 10 * carried, mostPending)
    pairs.push({ usual, tenfold: p99Of(calls), share: shareOf(calls) })
  }
  const ratio = median(pairs.map(({ usual, tenfold }) => tenfold / usual))
  const answered = median(pairs.map(({ share }) => share))
  return {
    name: `p99 of answered calls at ten times the load of ${perSecond(carried)}, median of ${rounds}; ${(answered * 100).toFixed(0)} % answered`,
    ours: ms(median(pairs.map(({ tenfold }) => tenfold))),
    floor: ms(median(pairs.map(({ usual }) => usual))),
    ratio: times(ratio),
    limit: `≤ ${times(mostRatio)}`,
    kept: ratio <= mostRatio
  }
}
