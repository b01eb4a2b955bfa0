import { mkdir, readdir, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { Spool } from './spool.ts'

test('a spool of a killed import is removed after a day: it holds data of persons', async () => {
  const scratch = await newFolder()
  vi.stubEnv('TMPDIR', scratch)
  onTestFinished(() => void vi.unstubAllEnvs())
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  for (const [name, hours] of [
    ['customer-center-map-killed', 25],
    ['customer-center-map-used', 23],
    ['another', 25]
  ] as const) {
    await mkdir(join(scratch, name))
    await utimes(join(scratch, name), hoursAgo(hours), hoursAgo(hours))
  }
  const spool = await Spool.create()
  const left = ['another', 'customer-center-map-used']
  expect(await readdir(scratch)).toEqual(expect.arrayContaining([...left, basename(spool.folder)]))
  await spool.remove()
  expect((await readdir(scratch)).toSorted()).toEqual(left)
})
