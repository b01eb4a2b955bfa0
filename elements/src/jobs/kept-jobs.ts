import { type KeptJob, readKeptJob } from './job.ts'

/** The server keeps results for 24 hours. */
const keepMs = 24 * 60 * 60 * 1000
const most = 50

/** What of one person's jobs outlives a reload: numbers and captions, in this tab alone, until that person's session ends. */
export interface KeptJobs {
  read: () => KeptJob[]
  /** Adds the job, or writes it over; another element of the page may have added its own meanwhile. */
  keep: (job: KeptJob) => void
  clear: () => void
}

export function keptJobs(key: string): KeptJobs {
  const read = () => entries(key).filter(({ since }) => Math.abs(Date.now() - since) < keepMs)
  return {
    read,
    keep({ id, type, caption, state, jobId, since }) {
      const others = read().filter((one) => one.id !== id)
      const jobs = [...others, { id, type, caption, state, jobId, since }].toSorted(
        (one, other) => other.since - one.since
      )
      attempt(() => sessionStorage.setItem(key, JSON.stringify(jobs.slice(0, most))))
    },
    clear: () => void attempt(() => sessionStorage.removeItem(key))
  }
}

function entries(key: string): KeptJob[] {
  const parsed: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown)
  return Array.isArray(parsed) ? parsed.map(readKeptJob).filter((job) => job !== null) : []
}

/** Where a browser forbids its storage, or it is full, jobs end with the page. */
function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}
