import type { ImportProgress } from '../../records/importing/import.ts'

/** Form of an import's progress: lines of JSON for programs, otherwise a form that suits stderr. */
export type ProgressForm = 'json' | undefined

/** Seconds between two lines. */
const every = { json: 1, text: 30 } as const

const count = new Intl.NumberFormat('en')

function remaining(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s left`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min left` : `${(seconds / 3600).toFixed(1)} h left`
}

const shareOf = ({ bytesRead, bytesTotal }: ImportProgress) => (bytesTotal === 0 ? 1 : bytesRead / bytesTotal)

/** Returns the progress of the first (0) or second (1) of two passes as that of both. */
export const halfOf = (pass: 0 | 1, now: ImportProgress): ImportProgress => ({
  ...now,
  bytesRead: now.bytesRead + pass * now.bytesTotal,
  bytesTotal: 2 * now.bytesTotal
})

const sayRows = ({ file, rowsRead, rowsRefused }: ImportProgress) =>
  `${file}: ${count.format(rowsRead)} rows, ${count.format(rowsRefused)} refused`

interface ProgressDisplay {
  readonly onProgress: (progress: object) => void
  readonly end: () => void
}

async function showBar(begun: number): Promise<ProgressDisplay> {
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max: 1000, output: process.stderr })
  let shown = 0
  bar.start('import')
  return {
    onProgress(given) {
      const now = given as ImportProgress
      const done = shareOf(now)
      const left = done > 0 ? remaining(((performance.now() - begun) / done) * (1 - done)) : ''
      const at = Math.max(shown, Math.floor(done * 1000))
      bar.advance(at - shown, `${sayRows(now)}, ${left}`)
      shown = at
    },
    end: () => bar.stop('')
  }
}

/**
 * Shows the progress of an import on stderr: on a terminal a bar with the remaining time, in a log a line every 30
 * seconds, for programs one line of JSON a second. Without new rows the last line repeats, to show that the import
 * still runs.
 */
export async function showProgress(form: ProgressForm): Promise<ProgressDisplay> {
  const begun = performance.now()
  if (form === undefined && process.stderr.isTTY) return showBar(begun)
  let now: ImportProgress | undefined
  const write = () => {
    if (!now) return
    const share = shareOf(now)
    const seconds = Math.round((performance.now() - begun) / 1000)
    const text = `${Math.floor(share * 100)} %, ${sayRows(now)}`
    process.stderr.write(`${form === 'json' ? JSON.stringify({ ...now, share, seconds }) : text}\n`)
  }
  const timer = setInterval(write, every[form ?? 'text'] * 1000)
  return {
    onProgress: (given) => (now = given as ImportProgress),
    end() {
      clearInterval(timer)
      if (form === 'json') write()
    }
  }
}
