import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { toGermanDate } from '@customer-center/contract/dates'
import type { PasskeyEntry } from '@customer-center/contract/passkey'
import { useAppContext } from '../../context/app-context.ts'
import { addPasskey, passkeyList, removePasskey, setPasskeyName } from '../../data/passkey.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { useEndingOthers } from '../../forms/use-ending-others.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type TextId, useText } from '../../texts/texts.ts'
import { ProfileSection } from './profile-section.tsx'

/** Renders the person's passkeys, each with its name and last use. */
export function PasskeySection() {
  const text = useText()
  const app = useAppContext()
  const section = useRef<HTMLElement>(null)
  const query = useQuery(passkeyList(app))
  const [renamed, setRenamed] = useState<string | null>(null)
  const { busy, change, add, remove } = usePasskeyChanges(query.refetch, () => {
    setRenamed(null)
    // The button that had the focus may be gone.
    if (section.current) focusHeading(section.current)
  })
  const rename = (id: string, name: string) => change(() => setPasskeyName(app, id, name), 'passkeys.renameFailed')
  return (
    <ProfileSection ref={section} heading={text('passkeys.heading')} hint={text('passkeys.hint')}>
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
                      onSave={(name) => void rename(passkey.passkeyId, name)}
                      onCancel={() => setRenamed(null)}
                    />
                  </li>
                ) : (
                  <PasskeyItem
                    key={passkey.passkeyId}
                    passkey={passkey}
                    onRename={() => setRenamed(passkey.passkeyId)}
                    onRemove={(name) => void remove(passkey.passkeyId, name)}
                  />
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
    </ProfileSection>
  )
}

/** Makes one change of the passkeys at a time, and calls `onChanged` after the list was read again. */
function usePasskeyChanges(refetch: () => Promise<unknown>, onChanged: () => void) {
  const text = useText()
  const app = useAppContext()
  const { askForOthers, refetchSessions } = useEndingOthers()
  const { busy, run } = useAction()

  const change = (work: () => Promise<unknown>, failed: TextId) =>
    run(
      async () => {
        await work()
        await Promise.all([refetch(), refetchSessions()])
        onChanged()
      },
      (error) => (error instanceof Error && error.name === 'InvalidStateError' ? 'passkeys.exists' : failed)
    )
  async function add() {
    const ending = await askForOthers('', 'add')
    if (ending) await change(() => addPasskey(app, ending), 'passkeys.addFailed')
  }
  async function remove(id: string, name: string) {
    const ending = await askForOthers(text('passkeys.removeQuestion', { name }), 'remove')
    if (ending) await change(() => removePasskey(app, id, ending), 'passkeys.deleteFailed')
  }
  return { busy, change, add, remove }
}

interface PasskeyItemProps {
  passkey: PasskeyEntry
  onRename: () => void
  /** Called with the name, for the question. */
  onRemove: (name: string) => void
}

function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const text = useText()
  const { createdAt, lastUsedAt } = passkey
  const name = passkey.name || text('passkeys.unnamed')
  const created = toGermanDate(createdAt)
  const detail =
    lastUsedAt === null
      ? text('passkeys.created', { date: created })
      : text('passkeys.lastUsed', { created, ...dateAndTime(lastUsedAt) })
  return (
    <Item part="passkey" title={name} detail={detail}>
      <div className="kc-form-actions">
        <Button kind="plain" onClick={onRename} aria-label={text('passkeys.renameName', { name })}>
          {text('passkeys.rename')}
        </Button>
        <Button kind="plain" onClick={() => onRemove(name)} aria-label={text('passkeys.removeName', { name })}>
          {text('passkeys.remove')}
        </Button>
      </div>
    </Item>
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
