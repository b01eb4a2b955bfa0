import { json } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { onTestFinished, expect, test } from 'vitest'
import { connectEngine } from './connection.ts'
import { embeddedEngine } from './embedded.ts'

/** Counts the objects that live in the thread. */
async function livingIn(worker: Worker): Promise<number> {
  const { snapshot } = (await json(await worker.getHeapSnapshot())) as { snapshot: { node_count: number } }
  return snapshot.node_count
}

test('an answered statement leaves nothing behind in the thread of the embedded database', async () => {
  const engine = embeddedEngine({})
  const worker = await engine.start()
  const { pool, close } = connectEngine(engine, () => engine.close())
  onTestFinished(close)
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) await pool.query('select $1::int as one, $2 as two', [time, 'zwei'])
  }
  // The engine keeps its code and its caches once.
  await ask(500)
  const before = await livingIn(worker)
  await ask(2000)
  expect((await livingIn(worker)) - before).toBeLessThan(2000)
})
