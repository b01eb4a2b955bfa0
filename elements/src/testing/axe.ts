import axe from 'axe-core'

/** What axe finds below a node, one line for each finding; rules for whole pages do not apply to a part. */
export async function findings(node: Element): Promise<string[]> {
  const { violations } = await axe.run(node, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
