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
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`

type Limit = { readonly most: number } | { readonly least: number }

const textOf = (limit: Limit, show: (value: number) => string): string =>
  'most' in limit ? `≤ ${show(limit.most)}` : `≥ ${show(limit.least)}`

const keeps = (value: number, limit: Limit): boolean => ('most' in limit ? value <= limit.most : value >= limit.least)

/** Tells whether both were measured: any rate is high enough beside a floor of 0, and a cost of 0 always low enough. */
export const areMeasured = (ours: number, floor: number): boolean => ours > 0 && floor > 0

/** Compares a figure with the floor's. @param limit in times of the floor's */
export function compareWithFloor(
  name: string,
  show: (value: number) => string,
  figures: { readonly ours: number; readonly floor: number },
  limit: Limit
): Measurement {
  const { ours, floor } = figures
  const kept = areMeasured(ours, floor) && keeps(ours / floor, limit)
  return { ...compareWithLimit(name, show, figures, limit), limit: textOf(limit, times), kept }
}

/**
 * Compares a figure with a limit of its own, and shows the floor's beside it where there is one. For what is the same on
 * every machine: bytes, memory, and the time that a person notices. All else is compared with a floor.
 */
export function compareWithLimit(
  name: string,
  show: (value: number) => string,
  { ours, floor }: { readonly ours: number; readonly floor?: number },
  limit: Limit
): Measurement {
  return {
    name,
    ours: show(ours),
    floor: floor === undefined ? '–' : show(floor),
    ratio: floor === undefined ? '–' : times(ours / floor),
    limit: textOf(limit, show),
    kept: keeps(ours, limit)
  }
}
