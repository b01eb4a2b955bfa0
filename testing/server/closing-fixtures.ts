import { setTimeout as rest } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { test as serverTest } from './fixtures.ts'

/** The timeout allows for a busy machine. */
export const patience = { timeout: 60_000 }

/** The `test` for files whose tests each close a server of their own. */
export const test = serverTest.extend('closing', async ({ database }, { onCleanup }) => {
  const closing = await startApp(database)
  onCleanup(closing.close)
  return closing
})

export const noLongerListening = ({ app }: TestApp) =>
  vi.waitFor(() => expect(app.server.listening).toBe(false), patience)

/** Expects a server to close in time. */
export const closes = async (closing: TestApp) => {
  const closed = vi.fn()
  void closing.close().then(closed)
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), patience)
}

/** Tells whether a server that closes waits for `letGo`. */
export async function orderOfClosing(closing: TestApp, letGo: () => Promise<void>): Promise<string[]> {
  const order: string[] = []
  const closed = closes(closing).then(() => order.push('closed'))
  await noLongerListening(closing)
  // Node is done with its connections some turns later.
  for (let turn = 0; turn < 20; turn += 1) await rest(1)
  order.push('let go')
  await letGo()
  await closed
  return order
}
