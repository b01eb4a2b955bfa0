import { attempt, writeItem } from '../lib/browser-storage.ts'
import { parsePersistedJob, type PersistedJob } from './job.ts'

/** The server keeps results for 24 hours. */
const maxAgeMs = 24 * 60 * 60 * 1000
const maxJobs = 50

/** The jobs of one person in the session storage of this tab, until that person's session ends. */
export interface PersistedJobs {
  read: () => PersistedJob[]
  /** Adds or replaces one job; another element on the page may have added its own in between. */
  write: (job: PersistedJob) => void
}

export function persistedJobs(key: string): PersistedJobs {
  const read = () => stored(key).filter(({ since }) => Math.abs(Date.now() - since) < maxAgeMs)
  return {
    read,
    write({ id, type, caption, state, jobId, since, start }) {
      const others = read().filter((one) => one.id !== id)
      const jobs = [...others, { id, type, caption, state, jobId, since, start }].toSorted(
        (one, other) => other.since - one.since
      )
      // An object, because older libraries of a page give arrays a `toJSON` that makes a text of them.
      const byId = Object.fromEntries(jobs.slice(0, maxJobs).map((job) => [job.id, job]))
      writeItem(() => sessionStorage, key, JSON.stringify(byId))
    }
  }
}

function stored(key: string): PersistedJob[] {
  const parsed: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '{}') as unknown)
  const jobs: unknown[] = typeof parsed === 'object' && parsed !== null ? Object.values(parsed) : []
  return jobs.map(parsePersistedJob).filter((job) => job !== null)
}
