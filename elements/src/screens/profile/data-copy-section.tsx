import { useState } from 'react'
import { type DataCopyFormat, JobState, JobType } from '@customer-center/contract/server-function'
import type { DocumentJob } from '../../jobs/job.ts'
import { useJobs } from '../../jobs/use-jobs.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useDownload } from '../../parts/documents/use-show-document.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { ProfileSection } from './profile-section.tsx'

/** Shows the stored data of the person, to save as PDF and as JSON. */
export function DataCopySection() {
  const text = useText()
  const { made, busy, failure, create } = useDataCopy()

  const state = () => {
    if (busy) return text('dataCopy.working')
    if (!made) return undefined
    return text('dataCopy.made', dateAndTime(new Date(made.pdf.since).toISOString()))
  }
  return (
    <ProfileSection heading={text('dataCopy.heading')} hint={text('dataCopy.hint')}>
      <output>{state()}</output>
      {failure !== null && <Notice tone="warning">{failure}</Notice>}
      {made && (
        <div className="kc-form-actions">
          <SaveButton label={text('dataCopy.pdf')} job={made.pdf} extension=".pdf" />
          <SaveButton label={text('dataCopy.json')} job={made.json} extension=".json" />
        </div>
      )}
      <div className="kc-form-actions kc-beside">
        <Button kind="plain" busy={busy} onClick={() => void create()}>
          {text(made ? 'dataCopy.again' : 'dataCopy.create')}
        </Button>
      </div>
    </ProfileSection>
  )
}

/** Types by extension. Documents cannot be JSON, so the JSON file comes as a PDF. */
const types = { '.pdf': 'application/pdf', '.json': 'application/json' }

function SaveButton({
  label,
  job: { file },
  extension
}: {
  label: string
  job: DocumentJob
  extension: keyof typeof types
}) {
  const text = useText()
  const download = useDownload()
  const name = text('dataCopy.heading') + extension
  return (
    <Button
      kind="plain"
      disabled={!file}
      onClick={() => file && download({ name, blob: file.blob.slice(0, file.blob.size, types[extension]) })}
    >
      {label}
    </Button>
  )
}

interface DataCopy {
  /** The newest copy that was made, perhaps before a reload: its files may still be on their way. */
  readonly made: { readonly pdf: DocumentJob; readonly json: DocumentJob } | null
  readonly busy: boolean
  /** The reason why the newest copy could not be made, as a sentence. */
  readonly failure: string | null
  readonly create: () => Promise<void>
}

const extensionOf = (format: DataCopyFormat) => `.${format.toLowerCase()}`

/** Finds the newest job of each file; the job's caption is the name of the file. */
function newest(jobs: readonly DocumentJob[]): readonly [pdf: DocumentJob | undefined, json: DocumentJob | undefined] {
  const find = (format: DataCopyFormat) => jobs.find(({ caption }) => caption.endsWith(extensionOf(format)))
  return [find('PDF'), find('JSON')]
}

/**
 * Returns the copy of the person's own data: two files, for people and for programs, each a job that goes on whatever
 * screen is shown.
 */
function useDataCopy(): DataCopy {
  const text = useText()
  const { jobs, add, refresh } = useJobs(JobType.dataCopy)
  const [starting, setStarting] = useState(false)
  const states = newest(jobs).map((job) => job?.state)
  const busy = starting || states.some((state) => state === JobState.requested || state === JobState.working)
  const failed = newest(jobs).find((job) => job?.state === JobState.failed)
  const [pdf, json] = newest(jobs.filter(({ state }) => state === JobState.finished))

  const start = (format: DataCopyFormat) =>
    add({
      type: JobType.dataCopy,
      caption: text('dataCopy.heading') + extensionOf(format),
      functionName: 'DataCopy',
      parameter: () => Promise.resolve(new URLSearchParams({ format }))
    })

  async function create() {
    setStarting(true)
    // Another tab may have requested a copy since this one looked.
    const isKnown = jobs.length > 0 || (await refresh()).length === 0
    if (isKnown) await Promise.all([start('PDF'), start('JSON')])
    setStarting(false)
  }

  return {
    made: pdf && json ? { pdf, json } : null,
    busy,
    failure: failed && !busy ? (failed.reason ?? text('dataCopy.failed')) : null,
    create
  }
}
