import { JobState } from '@customer-center/contract/job'
import { sentenceOf } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { isRetryable, pollFile, startServerFunction } from '../data/server-function.ts'
import type { FunctionStart } from '@customer-center/contract/server-function'
import { fileNameFor, type Job, type KeptJob } from './job.ts'
import { type KeptJobs, keptJobs } from './kept-jobs.ts'

/** What a screen asks for. */
export interface JobOrder {
  readonly type: Job['type']
  readonly caption: string
  /** Asks for the letter's number. */
  readonly letterNo: () => Promise<number>
  /** The sentence if there is no number and the server does not say why. */
  readonly unavailable: string
  readonly functionName: FunctionStart['functionName']
  readonly parameter: (letterNo: number) => URLSearchParams
}

/** How the jobs speak to the person. */
export interface Voice {
  /** The sentence if a letter cannot be made and the server does not say why. */
  readonly failed: string
  readonly alert: (sentence: string) => void
}

/** The jobs of one person in one element, whatever screen is shown; all of it ends with `app.signal`. */
export class JobStore {
  #jobs: readonly Job[] = []
  #kept: KeptJobs | null = null
  readonly #listeners = new Set<() => void>()
  readonly #app: AppContext
  readonly #voice: Voice

  constructor(app: AppContext, voice: Voice) {
    this.#app = app
    this.#voice = voice
    const { generation } = app.session.snapshot()
    app.signal.addEventListener('abort', () => {
      // An element that is taken away may come back; a person who has logged out does not leave captions behind.
      if (app.session.snapshot().generation !== generation) this.#kept?.clear()
    })
  }

  readonly view = (): readonly Job[] => this.#jobs

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes up what this person had before the reload, and keeps from now on; `person` names nobody else. */
  keepFor(person: string): void {
    if (this.#kept) return
    this.#kept = keptJobs(
      `customer-center:jobs:${new URL(this.#app.session.requestContext.api, document.baseURI).href}:${person}`
    )
    const known = new Set(this.#jobs.map(({ id }) => id))
    const restored = this.#kept.read().filter(({ id }) => !known.has(id))
    for (const job of this.#jobs) this.#kept.keep(job)
    this.#show([...this.#jobs, ...restored.map((job) => ({ ...job, file: null, reason: null }))])
    void this.#resume(restored)
  }

  /** Begins a job; resolves when the server works on it or has refused. */
  async add({ type, caption, letterNo, unavailable, functionName, parameter }: JobOrder): Promise<void> {
    const id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-')
    const kept = { id, type, caption, state: JobState.requested, jobId: null, since: Date.now() }
    this.#show([{ ...kept, file: null, reason: null }, ...this.#jobs])
    this.#change(id, {})
    const no = await letterNo().catch((error: unknown) => this.#refuse(id, error, unavailable))
    if (no === undefined) return
    const jobId = await startServerFunction(this.#app, functionName, parameter(no)).catch((error: unknown) =>
      this.#refuse(id, error, this.#voice.failed)
    )
    if (jobId === undefined) return
    this.#change(id, { jobId })
    void this.#poll(kept, jobId)
  }

  /** A resumed job's failure is said in its row alone: an alert would come out of the blue. */
  async #poll({ id, caption }: KeptJob, jobId: string, { resumed = false } = {}): Promise<void> {
    try {
      const onWorking = () => this.#change(id, { state: JobState.working })
      const file = await pollFile(this.#app, jobId, fileNameFor({ caption }), onWorking)
      this.#change(id, { state: JobState.finished, file })
    } catch (error) {
      this.#refuse(id, error, this.#voice.failed, { aloud: !resumed })
    }
  }

  /** Running jobs are polled on side by side; finished files come one after the other, since nobody may want them. */
  async #resume(jobs: readonly KeptJob[]): Promise<void> {
    for (const { id, jobId } of jobs) if (jobId === null) this.#change(id, { state: JobState.failed })
    const begun = jobs.filter(({ state }) => state !== JobState.failed)
    const running = begun.filter(({ state }) => state !== JobState.finished)
    for (const job of running) if (job.jobId !== null) void this.#poll(job, job.jobId, { resumed: true })
    for (const job of begun)
      if (job.jobId !== null && job.state === JobState.finished) await this.#poll(job, job.jobId, { resumed: true })
  }

  #refuse(id: string, error: unknown, otherwise: string, { aloud = true } = {}): undefined {
    if (this.#app.signal.aborted) return
    const reason = sentenceOf(error, otherwise)
    // A server that is slow, or cannot be reached, may have the file after a reload.
    this.#change(id, { state: JobState.failed, reason }, { keep: !isRetryable(error) })
    if (aloud) this.#voice.alert(reason)
  }

  #change(id: string, change: Partial<Job>, { keep = true } = {}): void {
    this.#show(this.#jobs.map((job) => (job.id === id ? { ...job, ...change } : job)))
    const job = this.#jobs.find((one) => one.id === id)
    if (job && keep) this.#kept?.keep(job)
  }

  #show(jobs: readonly Job[]): void {
    if (this.#app.signal.aborted) return
    this.#jobs = jobs
    for (const listener of this.#listeners) listener()
  }
}
