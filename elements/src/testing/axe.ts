import axe from 'axe-core'

/** What axe finds below a node, one line for each finding; rules for whole pages do not apply to a part. */
export async function findings(node: Element): Promise<string[]> {
  await settled(node)
  const { violations } = await axe.run(node, {
    // Of nodes that pass it would tell as much as of those that do not.
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Colours half-way between a disabled button and an enabled one fail the contrast rule, although neither state does. */
async function settled(node: Element): Promise<void> {
  await new Promise(requestAnimationFrame)
  const passing = (node.shadowRoot?.getAnimations() ?? node.getAnimations({ subtree: true })).filter(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  )
  if (passing.length === 0) return
  await Promise.allSettled(passing.map(({ finished }) => finished))
  await settled(node)
}
