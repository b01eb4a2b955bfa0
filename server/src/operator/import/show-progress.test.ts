import { expect, onTestFinished, test, vi } from 'vitest'
import { halfOf, showProgress } from './show-progress.ts'

const now = { file: 'contacts.csv', bytesRead: 30, bytesTotal: 120, rowsRead: 1234, rowsRefused: 1 }

test('a log gets a line every 30 seconds, also where nothing has come since', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const { onProgress, end } = await showProgress(undefined)
  onProgress(now)
  vi.advanceTimersByTime(29_000)
  expect(write).not.toHaveBeenCalled()
  vi.advanceTimersByTime(31_000)
  end()
  const line = '25 %, contacts.csv: 1,234 rows, 1 refused\n'
  expect(write.mock.calls).toEqual([[line], [line]])
})

test('an import with a map is one whole: its reading is the first half, its import the second', () => {
  const shareOf = (pass: 0 | 1, bytesRead: number) => {
    const both = halfOf(pass, { ...now, bytesRead })
    return both.bytesRead / both.bytesTotal
  }
  expect([shareOf(0, 0), shareOf(0, 60), shareOf(0, 120)]).toEqual([0, 0.25, 0.5])
  expect([shareOf(1, 0), shareOf(1, 60), shareOf(1, 120)]).toEqual([0.5, 0.75, 1])
})
