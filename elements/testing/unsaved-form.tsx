import { useState } from 'react'
import { onTestFinished } from 'vitest'
import { saveShopUser } from '@customer-center/contract/shop-user'
import { errorSentence } from '../src/client/call-error.ts'
import { useAppContext } from '../src/context/app-context.ts'
import { useUnsavedChanges } from '../src/forms/use-unsaved-changes.ts'
import { screenLoaders } from '../src/shell/screen-outlet.tsx'

/** A form that asks before unsaved input is lost. */
function UnsavedForm() {
  const { call } = useAppContext()
  const [value, setValue] = useState('')
  const [outcome, setOutcome] = useState('')
  useUnsavedChanges(value !== '')
  const save = () =>
    call(saveShopUser, { body: { data: { WSU_EMAIL: value } } }).then(
      () => setOutcome('Gespeichert'),
      (error: unknown) => setOutcome(errorSentence(error, 'Speichern fehlgeschlagen'))
    )
  return (
    <>
      <h1>Formular</h1>
      <label>
        Eingabe <input value={value} onChange={(event) => setValue(event.target.value)} />
      </label>
      <button type="button" onClick={() => void save()}>
        Speichern
      </button>
      <output>{outcome}</output>
    </>
  )
}

/** Replaces the screen of the user profile by the form for one test. */
export function stubUnsavedForm(): void {
  const before = screenLoaders['mydata/userprofile']
  screenLoaders['mydata/userprofile'] = () => Promise.resolve({ default: UnsavedForm })
  onTestFinished(() => void (screenLoaders['mydata/userprofile'] = before))
}
