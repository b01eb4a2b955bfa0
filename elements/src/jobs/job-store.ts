import { type FunctionStart, JobState, JobType } from '@customer-center/contract/server-function'
import { errorSentence } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { isRetryable, pollFile, removeFailedJob, startedJobs, startServerFunction } from '../data/server-function.ts'
import { nullOnError, writeItem } from '../lib/browser-storage.ts'
import { Store } from '../lib/store.ts'
import type { LoadedFile } from '../parts/documents/document-tab.ts'
import { fileNameFor, type DocumentJob, parsePersistedJob, type PersistedJob, readStartedJob } from './job.ts'
import { jobsKey } from './jobs-key.ts'

export interface JobRequest {
  readonly type: DocumentJob['type']
  readonly caption: string
  readonly functionName: FunctionStart['functionName']
  /** Returns the parameter; it may first have to ask for the letter's number. */
  readonly parameter: () => Promise<URLSearchParams>
  /** The sentence for a job without a parameter, if the server does not give the reason. */
  readonly unavailable?: string
  /** Gets the file of a job that was started on this page. */
  readonly onFinished?: (file: LoadedFile) => void
}

/** Tells the person about failures. */
export interface JobAnnouncer {
  /** The sentence if the server gives no reason. */
  readonly failed: (type: DocumentJob['type']) => string
  readonly alert: (sentence: string) => void
}

const nothing = { file: null, reason: null, retry: null }

/** The jobs of one person in one element, whatever screen is shown, until `app.signal` is aborted. */
export class JobStore extends Store<readonly DocumentJob[]> {
  #persisted: ReturnType<typeof persistedJobs> | null = null
  /** Numbers of failed jobs that were requested once more or removed. */
  readonly #replaced = new Set<string>()
  /** The calls that start jobs, until they are answered. */
  readonly #starts = new Set<Promise<PersistedJob>>()
  readonly #app: AppContext
  readonly #announcer: JobAnnouncer

  constructor(app: AppContext, announcer: JobAnnouncer) {
    super([])
    this.#app = app
    this.#announcer = announcer
  }

  /** Restores the jobs from before a reload, and stores changes from now on; `person` is unique. */
  persistFor(person: string): void {
    if (this.#persisted) return
    this.#persisted = persistedJobs(jobsKey(this.#app.session.requestContext.api) + person)
    const known = new Set(this.get().flatMap(({ id, jobId }) => [id, jobId]))
    const isKnown = (job: PersistedJob) =>
      known.has(job.id) ||
      (job.jobId === null ? this.get().some((one) => isSameRequest(one, job)) : known.has(job.jobId))
    const restored = this.#persisted.read().filter((job) => !isKnown(job))
    for (const job of this.get()) this.#persisted.write(job)
    this.#show([...this.get(), ...restored.map((job) => ({ ...job, ...nothing, retry: this.#restart(job) }))])
    void this.#resume(restored)
  }

  /**
   * Adds jobs of other tabs and devices, and of tabs that were closed, and removes failed jobs that another tab has
   * removed. If the server does not answer, nothing changes. Resolves to all jobs.
   */
  async refresh(): Promise<readonly DocumentJob[]> {
    const before = this.get()
    const listed = await startedJobs(this.#app).catch(() => null)
    const started = listed ?? []
    // The list may have a job of this tab before the call that starts it has returned the job's number.
    await Promise.allSettled(this.#starts)
    const known = new Set([...this.get().map(({ jobId }) => jobId), ...this.#replaced])
    const isListed = (id: string) => started.some(({ jobId }) => jobId === id)
    const jobs = started.map(readStartedJob).filter((job) => job !== null)
    if (listed)
      for (const { id, state, jobId } of before)
        if (state === JobState.failed && jobId !== null && !isListed(jobId)) this.#forget(id)
    for (const job of this.get())
      if (job.state === JobState.failed && job.jobId === null && jobs.some((one) => isSameRequest(one, job)))
        this.#forget(job.id)
    const missed = jobs.filter(({ jobId }) => !known.has(jobId))
    const all = [...this.get(), ...missed.map((job) => ({ ...job, ...nothing }))]
    this.#show(all.toSorted((one, other) => other.since - one.since))
    void this.#resume(missed)
    return this.get()
  }

  /** Removes a failed job here and from the backend's list. */
  remove({ id, jobId }: DocumentJob): void {
    this.#forget(id)
    if (jobId === null) return
    this.#replaced.add(jobId)
    // The job is in the list again on the next visit.
    removeFailedJob(this.#app, jobId).catch(() => undefined)
  }

  #forget(id: string): void {
    this.#show(this.get().filter((job) => job.id !== id))
    this.#persisted?.forget(id)
  }

  /** Starts a job; resolves when the server works on it or has refused it. */
  async add(request: JobRequest): Promise<void> {
    const id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-')
    const { type, caption } = request
    const job = { id, type, caption, state: JobState.requested, jobId: null, since: Date.now(), start: null }
    this.#show([{ ...job, ...nothing }, ...this.get()])
    await this.#start(job, request)
  }

  async #start(job: PersistedJob, request: Omit<JobRequest, 'type' | 'caption'>): Promise<void> {
    const { functionName, unavailable } = request
    const retry = () => void this.#start(job, request)
    if (job.jobId !== null) this.#replaced.add(job.jobId)
    this.#change(job.id, { state: JobState.requested, jobId: null, reason: null, retry: null })
    const parameter = await request
      .parameter()
      .catch((error: unknown) => this.#fail(job, error, retry, { otherwise: unavailable }))
    if (parameter === undefined) return
    const asked = { functionName, parameter, caption: job.caption }
    const start = startServerFunction(this.#app, asked).then((jobId) => {
      const started = { ...job, jobId, start: { functionName, parameter: parameter.toString() } }
      this.#change(job.id, started)
      return started
    })
    this.#starts.add(start)
    const started = await start.catch((error: unknown) => this.#fail(job, error, retry))
    this.#starts.delete(start)
    if (started === undefined) return
    void this.#poll(started, request)
  }

  /** Returns a function that requests a former job once more; null if its request is not known. */
  #restart(job: PersistedJob): (() => void) | null {
    const { start } = job
    return (
      start &&
      (() =>
        void this.#start(job, { ...start, parameter: () => Promise.resolve(new URLSearchParams(start.parameter)) }))
    )
  }

  /**
   * Polls for a job's file. Only the row shows the failure of a resumed job: after a reload nobody expects an alert.
   */
  async #poll(
    job: PersistedJob,
    { resumed = false, onFinished }: { resumed?: boolean } & Pick<JobRequest, 'onFinished'> = {}
  ): Promise<void> {
    const { id, jobId } = job
    if (jobId === null) return
    try {
      const onWorking = () => this.#change(id, { state: JobState.working })
      const file = await pollFile(this.#app, jobId, fileNameFor(job), onWorking)
      this.#change(id, { state: JobState.finished, file })
      if (!this.#app.signal.aborted) onFinished?.(file)
    } catch (error) {
      // The server may have a result although it could not be asked for it.
      const again = () => {
        this.#change(id, { state: JobState.working, reason: null, retry: null })
        void this.#poll(job)
      }
      this.#fail(job, error, isRetryable(error) ? again : this.#restart(job), { alert: !resumed })
    }
  }

  /**
   * Resumes jobs. Running jobs are polled in parallel; finished files are fetched one by one, since nobody may need
   * them.
   */
  async #resume(jobs: readonly PersistedJob[]): Promise<void> {
    for (const { id, jobId } of jobs) if (jobId === null) this.#change(id, { state: JobState.failed })
    const started = jobs.filter(({ state }) => state !== JobState.failed)
    const running = started.filter(({ state }) => state !== JobState.finished)
    for (const job of running) void this.#poll(job, { resumed: true })
    for (const job of started) if (job.state === JobState.finished) await this.#poll(job, { resumed: true })
  }

  #fail(
    { id, type }: PersistedJob,
    error: unknown,
    retry: DocumentJob['retry'],
    { otherwise = this.#announcer.failed(type), alert = true }: { otherwise?: string | undefined; alert?: boolean } = {}
  ): undefined {
    if (this.#app.signal.aborted) return
    const reason = errorSentence(error, otherwise)
    // A slow or unreachable server may have the file after a reload, so the stored job stays as it is.
    this.#change(id, { state: JobState.failed, reason, retry }, { persist: !isRetryable(error) })
    // A copy fails with both its files, and says so on its screen.
    if (alert && type !== JobType.dataCopy) this.#announcer.alert(reason)
  }

  #change(id: string, change: Partial<DocumentJob>, { persist = true } = {}): void {
    this.#show(this.get().map((job) => (job.id === id ? { ...job, ...change } : job)))
    const job = this.get().find((one) => one.id === id)
    if (job && persist) this.#persisted?.write(job)
  }

  #show(jobs: readonly DocumentJob[]): void {
    if (!this.#app.signal.aborted) this.set(jobs)
  }
}

const oneMinuteMs = 60_000

/** Tells whether two jobs can be one: a page may be left before the call that starts a job has returned its number. */
const isSameRequest = (one: PersistedJob, other: PersistedJob): boolean =>
  one.type === other.type && one.caption === other.caption && Math.abs(one.since - other.since) < oneMinuteMs

/** The server keeps results for 24 hours. */
const maxAgeMs = 24 * 60 * 60 * 1000
const maxJobs = 50

/** Returns access to the jobs of one person in the session storage of this tab, until that person's session ends. */
function persistedJobs(key: string) {
  const read = () => stored(key).filter(({ since }) => Math.abs(Date.now() - since) < maxAgeMs)
  const write = (jobs: readonly PersistedJob[]) => {
    const newest = jobs.toSorted((one, other) => other.since - one.since).slice(0, maxJobs)
    // An object, because older libraries of a page give arrays a `toJSON` that makes a text of them.
    writeItem(() => sessionStorage, key, JSON.stringify(Object.fromEntries(newest.map((job) => [job.id, job]))))
  }
  // Another element on the page may have added its own job in between.
  const others = (id: string) => read().filter((one) => one.id !== id)
  return {
    read,
    /** Adds or replaces one job. */
    write: ({ id, type, caption, state, jobId, since, start }: PersistedJob) =>
      write([...others(id), { id, type, caption, state, jobId, since, start }]),
    forget: (id: string) => write(others(id))
  }
}

function stored(key: string): PersistedJob[] {
  const parsed: unknown = nullOnError(() => JSON.parse(sessionStorage.getItem(key) ?? '{}') as unknown)
  const jobs: unknown[] = typeof parsed === 'object' && parsed !== null ? Object.values(parsed) : []
  return jobs.map(parsePersistedJob).filter((job) => job !== null)
}
