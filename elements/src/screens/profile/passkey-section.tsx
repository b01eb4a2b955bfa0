import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { toGermanDate } from '@customer-center/contract/dates'
import type { PasskeyEntry } from '@customer-center/contract/passkey'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { addPasskey, passkeyList, removePasskey, setPasskeyName } from '../../data/passkey.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { useEndingOthers } from '../../forms/use-ending-others.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'

/** Renders the person's passkeys, each with its name and last use. */
export function PasskeySection() {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const query = useQuery(passkeyList(app))
  const { askForOthers, refetchSessions } = useEndingOthers()
  const [busy, setBusy] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)

  /** Makes one change at a time; the former state is read again. */
  async function change(work: () => Promise<unknown>, failed: string) {
    if (busy) return
    setBusy(true)
    try {
      await work()
      await Promise.all([query.refetch(), refetchSessions()])
      setRenamed(null)
      // The button that had the focus may be gone.
      if (section.current) focusHeading(section.current)
    } catch (error) {
      const exists = error instanceof Error && error.name === 'InvalidStateError'
      if (!app.signal.aborted) await alert(exists ? text('passkeys.exists') : sentenceOf(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const nameOf = ({ name }: PasskeyEntry) => name || text('passkeys.unnamed')
  const add = async () => {
    const ending = await askForOthers('', 'add')
    if (ending) await change(() => addPasskey(app, ending), text('passkeys.addFailed'))
  }
  const remove = async (passkey: PasskeyEntry) => {
    const ending = await askForOthers(text('passkeys.removeQuestion', { name: nameOf(passkey) }), 'remove')
    if (ending) await change(() => removePasskey(app, passkey.passkeyId, ending), text('passkeys.deleteFailed'))
  }
  const detailOf = ({ createdAt, lastUsedAt }: PasskeyEntry) => {
    const created = toGermanDate(createdAt)
    if (lastUsedAt === null) return text('passkeys.created', { date: created })
    return text('passkeys.lastUsed', { created, ...dateAndTime(lastUsedAt) })
  }
  return (
    <section ref={section} className="kc-profile-section" aria-labelledby={heading}>
      <h2 id={heading} part="heading">
        {text('passkeys.heading')}
      </h2>
      <p>{text('passkeys.hint')}</p>
      <QueryState query={query} failed={text('passkeys.failed')} skeleton={<Skeleton rows={1} />}>
        {(passkeys) => (
          <>
            {passkeys.length === 0 && <p>{text('passkeys.none')}</p>}
            <ItemList>
              {passkeys.map((passkey) =>
                passkey.passkeyId === renamed ? (
                  <li key={passkey.passkeyId}>
                    <NameForm
                      name={passkey.name}
                      busy={busy}
                      onSave={(name) =>
                        void change(() => setPasskeyName(app, passkey.passkeyId, name), text('passkeys.renameFailed'))
                      }
                      onCancel={() => setRenamed(null)}
                    />
                  </li>
                ) : (
                  <Item key={passkey.passkeyId} part="passkey" title={nameOf(passkey)} detail={detailOf(passkey)}>
                    <div className="kc-form-actions">
                      <Button
                        kind="plain"
                        onClick={() => setRenamed(passkey.passkeyId)}
                        aria-label={text('passkeys.renameName', { name: nameOf(passkey) })}
                      >
                        {text('passkeys.rename')}
                      </Button>
                      <Button
                        kind="plain"
                        onClick={() => void remove(passkey)}
                        aria-label={text('passkeys.removeName', { name: nameOf(passkey) })}
                      >
                        {text('passkeys.remove')}
                      </Button>
                    </div>
                  </Item>
                )
              )}
            </ItemList>
            <div className="kc-form-actions kc-beside">
              <Button kind="plain" busy={busy} onClick={() => void add()}>
                {text('passkeys.add')}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}

interface NameFormProps {
  name: string
  busy: boolean
  onSave: (name: string) => void
  onCancel: () => void
}

function NameForm({ name, busy, onSave, onCancel }: NameFormProps) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('name')
    onSave(typeof typed === 'string' ? typed : '')
  }
  return (
    <form ref={form} onSubmit={submit}>
      <TextField label={text('passkeys.name')} name="name" defaultValue={name} maxLength={100} />
      <div className="kc-form-actions">
        <Button kind="primary" type="submit" busy={busy}>
          {text('action.save')}
        </Button>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
      </div>
    </form>
  )
}
