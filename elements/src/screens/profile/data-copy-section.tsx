import { timeZone, toGermanDate } from '@customer-center/contract/dates'
import { useId, useState } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { type DataCopy, makeDataCopy } from '../../data/data-copy.ts'
import { Button } from '../../parts/button.tsx'
import { saveFile } from '../../parts/document-tab.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'

const timeOfDay = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone })

type Made = DataCopy & { readonly at: Date }

/** What is stored about the person, to save as PDF and as JSON. */
export function DataCopySection() {
  const text = useText()
  const app = useAppContext()
  const heading = useId()
  const [made, setMade] = useState<Made | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function create() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const copy = await makeDataCopy(app, text('dataCopy.heading'))
      setMade({ ...copy, at: new Date() })
    } catch (error) {
      if (!app.signal.aborted) setFailure(sentenceOf(error, text('dataCopy.failed')))
    } finally {
      setBusy(false)
    }
  }

  const state = () => {
    if (busy) return text('dataCopy.working')
    const at = made?.at
    return at && text('dataCopy.made', { date: toGermanDate(at.toISOString()), time: timeOfDay.format(at) })
  }
  return (
    <section className="kc-profile-section" aria-labelledby={heading}>
      <h2 id={heading}>{text('dataCopy.heading')}</h2>
      <p>{text('dataCopy.hint')}</p>
      <output>{state()}</output>
      {failure !== null && <Notice tone="warning">{failure}</Notice>}
      {made && (
        <div className="kc-form-actions">
          <Button onClick={() => saveFile(made.pdf)}>{text('dataCopy.pdf')}</Button>
          <Button onClick={() => saveFile(made.json)}>{text('dataCopy.json')}</Button>
        </div>
      )}
      <Button kind={made ? 'plain' : 'quiet'} busy={busy} onClick={() => void create()}>
        {text(made ? 'dataCopy.again' : 'dataCopy.create')}
      </Button>
    </section>
  )
}
