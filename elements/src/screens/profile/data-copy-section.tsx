import { useId } from 'react'
import type { Job } from '../../jobs/job.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { saveFile } from '../../parts/document-tab.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { useDataCopy } from './use-data-copy.ts'

/** What is stored about the person, to save as PDF and as JSON. */
export function DataCopySection() {
  const text = useText()
  const heading = useId()
  const { made, busy, failure, create } = useDataCopy()

  const state = () => {
    if (busy) return text('dataCopy.working')
    if (!made) return undefined
    return text('dataCopy.made', dateAndTime(new Date(made.pdf.since).toISOString()))
  }
  return (
    <section className="kc-profile-section" aria-labelledby={heading}>
      <h2 id={heading}>{text('dataCopy.heading')}</h2>
      <p>{text('dataCopy.hint')}</p>
      <output>{state()}</output>
      {failure !== null && <Notice tone="warning">{failure}</Notice>}
      {made && (
        <div className="kc-form-actions">
          <SaveButton label={text('dataCopy.pdf')} job={made.pdf} extension=".pdf" />
          <SaveButton label={text('dataCopy.json')} job={made.json} extension=".json" />
        </div>
      )}
      <Button kind={made ? 'plain' : 'quiet'} busy={busy} onClick={() => void create()}>
        {text(made ? 'dataCopy.again' : 'dataCopy.create')}
      </Button>
    </section>
  )
}

/** Documents know no JSON (section 9), so that its file comes as a PDF. */
const types = { '.pdf': 'application/pdf', '.json': 'application/json' }

function SaveButton({ label, job: { file }, extension }: { label: string; job: Job; extension: keyof typeof types }) {
  const text = useText()
  const name = text('dataCopy.heading') + extension
  return (
    <Button
      disabled={!file}
      onClick={() => file && saveFile({ name, blob: file.blob.slice(0, file.blob.size, types[extension]) })}
    >
      {label}
    </Button>
  )
}
