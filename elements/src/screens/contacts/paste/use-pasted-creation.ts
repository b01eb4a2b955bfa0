import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError, errorSentence } from '../../../client/call-error.ts'
import { useAppContext } from '../../../context/app-context.ts'
import { useMounted } from '../../../context/use-mounted.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import { addContact, invalidateContacts } from '../../../data/contact.ts'
import { idempotencyKeys } from '../../../lib/idempotency-key.ts'
import { useAlert } from '../../../parts/dialogs/alert-dialog.tsx'
import { useText } from '../../../texts/texts.ts'
import {
  type CheckedPastedRow,
  type ContactFormField,
  emailIn,
  rightIn,
  type RowResult,
  standard
} from './pasted-check.ts'

interface Creation {
  sending: boolean
  /** Sends the rows one after the other; a second call meanwhile does nothing. Never throws. */
  create: (rows: readonly CheckedPastedRow[]) => Promise<void>
}

/**
 * Creates contacts, each by its own call with its own idempotency key (docs/decisions/0050-bulk-contacts.md). A row
 * that the server refuses does not hold back the others; a failure that would affect them too, such as a lost
 * connection, does. If the person leaves the screen, creation stops after the row that is on its way. Rows with a right
 * go first.
 */
export function usePastedCreation(
  fields: readonly ContactFormField[],
  onResult: (line: number, result: RowResult) => void
): Creation {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const { alert } = useAlert()
  const mailsAccess = useBackendFeature('access')
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const mounted = useMounted()
  const isShown = async () => {
    // An element that is out of the page has not been left.
    await app.pausing.get()?.over
    return mounted.current && !app.signal.aborted
  }
  const keys = useRef(new Map<number, (content: unknown) => string>())

  async function send({ row, values }: CheckedPastedRow): Promise<RowResult> {
    const changes = Object.entries(values).filter(([name, value]) => value !== standard[name])
    const creationKeys = keys.current.get(row.line) ?? idempotencyKeys()
    keys.current.set(row.line, creationKeys)
    try {
      const saved = await addContact(app, { values: Object.fromEntries(changes), fields }, creationKeys)
      const email = saved.shopEmail ?? emailIn(values)
      const created = text('contact.created')
      const isMailed = mailsAccess && rightIn(values) !== 'none'
      const message = isMailed ? `${created} ${text('contact.accessMailed', { email })}` : created
      return { state: 'created', message, saved }
    } catch (error) {
      if (!isOfThisRow(error)) throw error
      return { state: 'refused', message: errorSentence(error, text('save.failed')) }
    }
  }

  async function create(rows: readonly CheckedPastedRow[]) {
    if (busy.current) return
    busy.current = true
    setSending(true)
    let created = 0
    try {
      for (const checked of rightsFirst(rows)) {
        if (!(await isShown())) break
        const result = await send(checked)
        if (result.state === 'created') created += 1
        onResult(checked.row.line, result)
      }
    } catch (error) {
      // A person who has left must not see the alert, nor must the next person who logs in.
      if (await isShown()) await alert(errorSentence(error, text('bulkContacts.interrupted')))
    }
    if (created > 0) app.emit('data-saved', { resource: 'contact' })
    // A call may have created a contact even if its answer was lost.
    void invalidateContacts(queries)
    busy.current = false
    setSending(false)
  }
  return { sending, create }
}

/**
 * Tells whether an error is about this row only, as a broken rule or an invalid value: every other failure would affect
 * the other rows too.
 */
const isOfThisRow = (error: unknown): boolean =>
  error instanceof CallError && error.failure === 'refused' && [200, 400].includes(error.status)

/** Sorts rows with a right to the front: a right may need a fresh login, which then comes before the first contact is created. */
function rightsFirst(rows: readonly CheckedPastedRow[]): readonly CheckedPastedRow[] {
  const hasNoRight = ({ values }: CheckedPastedRow) => Number(rightIn(values) === 'none')
  return rows.toSorted((one, other) => hasNoRight(one) - hasNoRight(other))
}
