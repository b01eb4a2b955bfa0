/** The row to which a key leads from `current`; null for a key that leads nowhere. `page` is how many rows are in sight. */
export function nextRow(key: string, current: number, count: number, page: number): number | null {
  const step: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count
  }
  const by = step[key]
  return by === undefined ? null : Math.min(Math.max(current + by, 0), count - 1)
}
