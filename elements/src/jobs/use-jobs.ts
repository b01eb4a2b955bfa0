import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import type { Participant } from '../data/participant.ts'
import { useAlert } from '../parts/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'
import type { Job } from './job.ts'
import { type JobOrder, JobStore, type Voice } from './job-store.ts'

const stores = new WeakMap<AbortSignal, JobStore>()

/** One for each person in each element, so that jobs outlive their screen. */
function storeOf(app: AppContext, voice: Voice): JobStore {
  const known = stores.get(app.signal)
  if (known) return known
  const store = new JobStore(app, voice)
  stores.set(app.signal, store)
  return store
}

export interface Jobs {
  readonly jobs: readonly Job[]
  /** Resolves when the server works on it or has refused. */
  readonly add: (order: JobOrder) => Promise<void>
}

/** The person's jobs of one kind, the newest first; kept over a reload as soon as it is known who the person is. */
export function useJobs(type: Job['type'], own: Participant | undefined): Jobs {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  const [store] = useState(() =>
    storeOf(app, { failed: text('document.failed'), alert: (sentence) => void alert(sentence) })
  )
  const all = useSyncExternalStore(store.subscribe, store.view)
  const person = own && Object.values(own.keys).join('-')
  useEffect(() => {
    if (person !== undefined) store.keepFor(person)
  }, [store, person])
  return { jobs: all.filter((job) => job.type === type), add: (order) => store.add(order) }
}
