import { useEffect, useState, useSyncExternalStore } from 'react'
import { JobType } from '@customer-center/contract/server-function'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import type { Participant } from '../data/participant.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'
import { type JobAnnouncer, type JobRequest, JobStore } from './job-store.ts'
import type { DocumentJob } from './job.ts'

const stores = new WeakMap<AbortSignal, JobStore>()

/** Returns the store. Each person has one in each element, so that jobs outlive their screen. */
function storeOf(app: AppContext, announcer: JobAnnouncer): JobStore {
  const known = stores.get(app.signal)
  if (known) return known
  const store = new JobStore(app, announcer)
  stores.set(app.signal, store)
  return store
}

export type Jobs = ReturnType<typeof useJobs>

/**
 * Returns the person's jobs of one type, the newest first. They survive a reload where the backend lists them, and
 * elsewhere as soon as the person is known.
 */
export function useJobs(type: DocumentJob['type'], own?: Participant) {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  const [store] = useState(() =>
    storeOf(app, {
      failed: (ofType) => text(ofType === JobType.dataCopy ? 'dataCopy.failed' : 'document.failed'),
      alert: (sentence) => void alert(sentence)
    })
  )
  const all = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => void store.refresh(), [store])
  const person = own && Object.values(own.keys).join('-')
  useEffect(() => {
    if (person !== undefined) store.persistFor(person)
  }, [store, person])
  const ofType = (jobs: readonly DocumentJob[]) => jobs.filter((job) => job.type === type)
  return {
    jobs: ofType(all),
    /** Resolves when the server works on the job or has refused it. */
    add: (request: JobRequest): Promise<void> => store.add(request),
    remove: (job: DocumentJob): void => store.remove(job),
    /** Resolves to the jobs, including those that other tabs have started meanwhile, if the backend lists them. */
    refresh: async (): Promise<readonly DocumentJob[]> => ofType(await store.refresh())
  }
}
