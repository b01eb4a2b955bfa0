/** One measurement: a figure, the figure of comparison from the same run, and the limit that it should keep. */
export interface Measurement {
  readonly name: string
  readonly ours: string
  readonly floor: string
  readonly ratio: string
  readonly limit: string
  readonly kept: boolean
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value below which the share `q` of all values lies. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const ms = (value: number): string => `${value.toFixed(0)} ms`
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const perSecond = (rate: number): string => `${rate.toFixed(0)}/s`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`
