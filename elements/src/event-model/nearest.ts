/**
 * Returns the element that a person sees next to another in a direction: the next one beside it, also across an aisle, else the
 * nearest within 45 degrees; undefined if there is none. It keeps to the row where others are nearer, so that in a curved hall
 * of few free seats the arrows may miss one.
 */
export function nearest<Kind extends Element>(
  from: Kind,
  others: readonly Kind[],
  [x, y]: readonly [x: number, y: number]
): Kind | undefined {
  const a = from.getBoundingClientRect()
  let found: { other: Kind; beside: boolean; distance: number } | undefined
  for (const other of others) {
    const b = other.getBoundingClientRect()
    const [right, down] = [b.left - a.left + (b.width - a.width) / 2, b.top - a.top + (b.height - a.height) / 2]
    const along = right * x + down * y
    const across = Math.abs(right * y) + Math.abs(down * x)
    // Both are as wide as they look from there.
    const width = y === 0 ? (a.height + b.height) / 2 : (a.width + b.width) / 2
    const beside = across < width
    const distance = along + across
    if (other === from || along < 1 || (!beside && across > along)) continue
    if (!found || (beside === found.beside ? distance < found.distance : beside)) found = { other, beside, distance }
  }
  return found?.other
}
