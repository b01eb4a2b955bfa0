// On both databases: the embedded one has one connection for all requests.

import type { KyselyPlugin, QueryId } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { startApp } from '../../../../testing/server/app.ts'
import { test } from '../../../../testing/server/fixtures.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'

/** Counts the looks at the database, and lets none come back before the gate opens. */
function countLooks(gate: Promise<void>): { readonly plugin: KyselyPlugin; readonly looks: Set<QueryId> } {
  const looks = new Set<QueryId>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (
        node.kind === 'RawNode' &&
        node.sqlFragments.join('') === 'select name, lowest_release from migrations order by name'
      )
        looks.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (looks.has(queryId)) await gate
      return result
    }
  }
  return { plugin, looks }
}

test('whoever asks for readiness at once shares one connection to the database', async ({ db }) => {
  const database = await openInMemory()
  let open: () => void = () => undefined
  const { plugin, looks } = countLooks(new Promise<void>((resolve) => (open = resolve)))
  const server = await startApp({ ...database, db: db.withPlugin(plugin) })
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  const many = 20
  let arrived = 0
  server.app.server.on('request', () => {
    arrived += 1
    // The gate opens after the handlers of the requests that have arrived.
    if (arrived === many) setImmediate(open)
  })
  const ask = async () => (await fetch(`${server.url}/readyz`)).status
  const answers = await Promise.all(Array.from({ length: many }, ask))
  expect([new Set(answers), looks.size]).toEqual([new Set([200]), 1])
  expect([await ask(), looks.size]).toEqual([200, 2])
})
