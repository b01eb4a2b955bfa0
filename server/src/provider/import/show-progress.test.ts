import { expect, onTestFinished, test, vi } from 'vitest'
import { showProgress } from './show-progress.ts'

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
