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
  const start = middle(from)
  let found: { other: Kind; beside: boolean; distance: number } | undefined
  for (const other of others) {
    const to = middle(other)
    const [right, down] = [to.x - start.x, to.y - start.y]
    const along = right * x + down * y
    const across = Math.abs(right * y) + Math.abs(down * x)
    // Both are as wide as they look from there.
    const width = y === 0 ? (start.height + to.height) / 2 : (start.width + to.width) / 2
    const beside = across < width
    const distance = along + across
    if (other === from || along < 1 || (!beside && across > along)) continue
    if (!found || (beside === found.beside ? distance < found.distance : beside)) found = { other, beside, distance }
  }
  return found?.other
}

function middle(element: Element): { x: number; y: number; width: number; height: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, width, height }
}
