import { useEffect, useRef } from 'react'
import { toGermanDate, today } from '@customer-center/contract/dates'
import { JobState } from '@customer-center/contract/server-function'
import { dateAndTime } from '../lib/date-and-time.ts'
import { Badge, type BadgeProps } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { isAppleIos, openDocumentTab } from '../parts/documents/document-tab.ts'
import { useShowDocument, useDownload } from '../parts/documents/use-show-document.ts'
import { focusBeside } from '../parts/focus-beside.ts'
import { type TableColumn, DataTable } from '../parts/lists/data-table.tsx'
import { RowButton } from '../parts/lists/row-button.tsx'
import { type TextId, useText } from '../texts/texts.ts'
import type { DocumentJob } from './job.ts'
import '../parts/documents/document-buttons.css'
import './job-list.css'

const states: Record<DocumentJob['state'], { text: TextId; tone: BadgeProps['tone'] }> = {
  [JobState.requested]: { text: 'job.requested', tone: 'working' },
  [JobState.working]: { text: 'job.working', tone: 'working' },
  [JobState.failed]: { text: 'job.failed', tone: 'failed' },
  [JobState.finished]: { text: 'job.finished', tone: 'done' }
}

export interface JobListProps {
  /** Heads the column of captions. */
  header: string
  jobs: readonly DocumentJob[]
  /** Removes a failed job. */
  onRemove: (job: DocumentJob) => void
}

/** Renders the requested confirmations with their states and buttons; nothing if there are none. */
export function JobList({ header, jobs, onRemove }: JobListProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const [newest] = jobs
  const added = newest?.state === JobState.requested && newest.jobId === null ? newest.id : null
  // Scrolls to a new job: below a hundred events it would be out of sight, as if the click had done nothing. A restored
  // job has its number already. A person who asks from below the list, or from a row of another one, keeps their place.
  useEffect(() => {
    const row = added === null ? null : box.current?.querySelector('tbody tr')
    const rowOfQuestion = box.current?.closest('.kc-main')?.querySelector('.kc-items :focus')
    if (row && !rowOfQuestion && row.getBoundingClientRect().top > 0) row.scrollIntoView({ block: 'nearest' })
  }, [added])
  if (jobs.length === 0) return null
  /** Returns the time of a job if another job has the same caption. */
  const timeOf = ({ caption, since }: DocumentJob) => {
    if (jobs.filter((one) => one.caption === caption).length < 2) return ''
    const at = dateAndTime(new Date(since).toISOString())
    return text(at.date === toGermanDate(today()) ? 'job.today' : 'job.at', at)
  }
  const captionOf = (job: DocumentJob) => (
    <span>
      {job.caption} <small className="kc-job-time">{timeOf(job)}</small>
    </span>
  )
  const actionsOf = (job: DocumentJob) => (
    <JobActionsCell
      job={job}
      name={[job.caption, timeOf(job)].filter(Boolean).join(', ')}
      onRemove={(button) => {
        focusBeside(button, '.kc-main')
        onRemove(job)
      }}
    />
  )
  const columns: TableColumn<DocumentJob>[] = [
    { id: 'caption', header, cell: captionOf, card: 'line' },
    { id: 'state', header: text('job.state'), cell: stateOf, card: 'below' },
    { id: 'actions', header: text('job.file'), actions: true, cell: actionsOf }
  ]
  return (
    <div ref={box}>
      <DataTable caption={text('job.list', { header })} columns={columns} rows={jobs} keyOf={({ id }) => id} />
    </div>
  )
}

const stateOf = (job: DocumentJob) => <JobStateCell {...job} />

function JobStateCell({ state, reason }: DocumentJob) {
  const text = useText()
  return (
    <output className="kc-job">
      <Badge tone={states[state].tone}>{text(states[state].text)}</Badge>
      {reason && <small>{reason}</small>}
    </output>
  )
}

interface JobActionsCellProps {
  job: DocumentJob
  name: string
  onRemove: (button: HTMLElement) => void
}

function JobActionsCell({ job: { file, retry, state }, name, onRemove }: JobActionsCellProps) {
  const text = useText()
  const show = useShowDocument()
  const download = useDownload()
  return (
    <div className="kc-document-buttons kc-job-actions">
      {retry && (
        <Button kind="plain" aria-label={`${text('action.retry')}: ${name}`} onClick={retry}>
          {text('action.retry')}
        </Button>
      )}
      {state === JobState.failed && (
        <RowButton
          icon="close"
          aria-label={`${text('job.remove')}: ${name}`}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          {text('job.remove')}
        </RowButton>
      )}
      <Button
        kind="plain"
        data-main
        disabled={!file}
        aria-label={`${text('document.open')}: ${name}`}
        onClick={() => file && show(file, openDocumentTab(text('document.loading')))}
      >
        {text('document.open')}
      </Button>
      {!isAppleIos(navigator) && (
        <RowButton
          icon="download"
          disabled={!file}
          aria-label={`${text('document.download')}: ${name}`}
          onClick={() => file && download(file)}
        >
          {text('document.download')}
        </RowButton>
      )}
    </div>
  )
}
