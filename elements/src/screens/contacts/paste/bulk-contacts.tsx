import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, type FormEvent, useRef, useState } from 'react'
import { useAppContext } from '../../../context/app-context.ts'
import { contacts, type ListedContact, type SavedContact } from '../../../data/contact.ts'
import { contactFormFields } from '../../../data/field.ts'
import { type FieldChoices, possibleValues } from '../../../data/possible-values.ts'
import { allQueries, QueryState } from '../../../forms/query-state.tsx'
import { useUnsavedChanges } from '../../../forms/use-unsaved-changes.ts'
import { Button } from '../../../parts/button.tsx'
import { saveFile } from '../../../parts/documents/document-tab.ts'
import { Form } from '../../../parts/fields/form.tsx'
import { TextArea } from '../../../parts/fields/text-field.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import { type ContactFormField, type PastedCheck, usePastedCheck } from './pasted-check.ts'
import { PastedPreview } from './pasted-preview.tsx'
import { decodeText, type PastedTable, readPastedAddresses, readPastedTable } from './pasted-rows.ts'
import './bulk-contacts.css'

/**
 * Limit of rows, enough for a large company's seminar. Each row needs its own call, and a table of inputs must stay
 * fast.
 */
const maxRows = 500
const maxBytes = 1_000_000

interface BulkContactsProps {
  /** Called after all contacts were created, with the first of them, which the list shows. */
  onCreated: (first: SavedContact) => void
  /** Back to the list. */
  onClose: () => void
}

/** Creates the contacts of a table that somebody pastes or picks as a file. */
export default function BulkContacts(props: BulkContactsProps) {
  const text = useText()
  const app = useAppContext()
  const query = allQueries(useQuery(contacts(app)), useQuery(contactFormFields(app)), useQuery(possibleValues(app)))
  return (
    <QueryState query={query} failed={text('contact.failed')} skeleton={<Skeleton rows={6} />}>
      {([existing, fields, choices]) => (
        <PastedContacts {...props} existing={existing} fields={fields} choices={choices} />
      )}
    </QueryState>
  )
}

interface PastedContactsProps extends BulkContactsProps {
  existing: readonly ListedContact[]
  fields: readonly ContactFormField[]
  choices: FieldChoices<ContactFieldName>
}

function PastedContacts({ existing, fields, choices, ...close }: PastedContactsProps) {
  const check = usePastedCheck(fields, choices)
  const [table, setTable] = useState<PastedTable | null>(null)
  const [isAgain, setAgain] = useState(false)
  if (!table) return <PasteForm check={check} isAgain={isAgain} onTable={setTable} onClose={close.onClose} />
  return (
    <PastedPreview
      {...close}
      table={table}
      check={check}
      existing={existing}
      onAgain={() => {
        setAgain(true)
        setTable(null)
      }}
    />
  )
}

interface PasteFormProps extends Pick<BulkContactsProps, 'onClose'> {
  check: PastedCheck
  /** Whether the form replaces a table, in which the focus was on a button. */
  isAgain: boolean
  onTable: (table: PastedTable) => void
}

function PasteForm({ check, isAgain, onTable, onClose }: PasteFormProps) {
  const text = useText()
  const { pasted, error, area, type, read, readFile } = usePastedText(check, onTable)
  const file = useRef<HTMLInputElement>(null)
  const { leaveBy } = useUnsavedChanges(pasted.trim() !== '')
  useEffect(() => void (isAgain && area.current?.focus()), [isAgain, area])

  function submit(event: FormEvent) {
    event.preventDefault()
    read(pasted)
  }

  return (
    <div className="kc-paste">
      <p>{text('bulkContacts.intro')}</p>
      <Columns titles={check.fields.map(({ name }) => check.labelOf(name))} />
      <Form onSubmit={submit}>
        <TextArea
          ref={area}
          label={text('bulkContacts.rows')}
          rows={8}
          spellCheck={false}
          value={pasted}
          error={error}
          onChange={(event) => type(event.target.value)}
        />
        {/* The input is behind a button, since browsers label it in their own language. */}
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => {
            void readFile(event.target.files?.[0])
            // With an empty value the same file, corrected, can be picked once more.
            event.target.value = ''
          }}
        />
        <div className="kc-form-actions">
          <Button kind="primary" type="submit">
            {text('bulkContacts.check')}
          </Button>
          <Button onClick={() => file.current?.click()}>{text('bulkContacts.file')}</Button>
          <Button kind="plain" onClick={() => void leaveBy(onClose)}>
            {text('action.cancel')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Names the columns that a table may have, and saves a file with them. */
function Columns({ titles }: { titles: readonly string[] }) {
  const text = useText()
  return (
    <div>
      <Button kind="plain" onClick={() => saveFile(templateOf(text('bulkContacts.template'), titles))}>
        {text('bulkContacts.saveTemplate')}
      </Button>
      <details>
        <summary>{text('bulkContacts.columns')}</summary>
        <p>{titles.join(', ')}</p>
      </details>
    </div>
  )
}

/** Keeps the text that somebody types or pastes, and reads it or a file as a table; `error` says why there is none. */
function usePastedText({ fields, columns, optionsOf }: PastedCheck, onTable: (table: PastedTable) => void) {
  const text = useText()
  const [pasted, setPasted] = useState('')
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const email = fields.find(({ name }) => name === 'shopEmail' || name === 'eMailAddress')?.name
  const salutations = optionsOf('salutation')?.map(({ label }) => label)
  const titles = fields.flatMap(({ name }) => (name === 'title' || name === 'postNominalTitle' ? name : []))
  const tableOf = (source: string) =>
    readPastedTable(source, columns) ?? (email ? readPastedAddresses(source, email, salutations, titles) : null)

  function read(source: string, table = tableOf(source)) {
    const isQuoted = () => readPastedTable(source.replaceAll('"', ''), columns) !== null
    if (!table) return setError(text(isQuoted() ? 'bulkContacts.openQuote' : 'bulkContacts.noTable'))
    if (table.rows.length === 0) return setError(text('bulkContacts.noRows'))
    if (table.rows.length > maxRows) return setError(text('bulkContacts.tooMany', { count: maxRows }))
    onTable(table)
  }

  function type(source: string) {
    setError(undefined)
    setPasted(source)
  }

  useScreenPaste(area, (source, isInField) => {
    const table = pasted === '' ? tableOf(source) : null
    // A single row may be the first of several that somebody copies one by one.
    if (table && table.rows.length > 1) read(source, table)
    else if (isInField) return false
    else type([pasted, source].filter(Boolean).join('\n'))
    return true
  })

  async function readFile(picked: File | undefined) {
    setError(undefined)
    if (!picked) return
    if (picked.size > maxBytes) return setError(text('bulkContacts.tooLarge'))
    // The file may have been moved since it was picked.
    const bytes = await picked.arrayBuffer().catch(() => null)
    if (bytes) read(decodeText(new Uint8Array(bytes)))
    else setError(text('bulkContacts.unreadable'))
  }
  return { pasted, error, area, type, read, readFile }
}

/** Returns a file with the titles that Excel opens with a double click: it has the mark of UTF-8, and semicolons. */
function templateOf(name: string, titles: readonly string[]) {
  const line = titles.map((title) => `"${title.replaceAll('"', '""')}"`).join(';')
  return { name: `${name}.csv`, blob: new Blob([`\u{FEFF}${line}\r\n`], { type: 'text/csv;charset=utf-8' }) }
}

/**
 * Takes text that is pasted into a field, or anywhere else on the field's screen, and then moves the focus to the
 * field: nobody has to click into it first. Text that is pasted into another input, elsewhere in the host's page or
 * while a dialog is open is not taken.
 *
 * @param take returns false to have a text inserted by the browser, which does so if the field had the focus before
 */
function useScreenPaste(
  field: RefObject<HTMLTextAreaElement | null>,
  take: (source: string, isInField: boolean) => boolean
): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const source = event.clipboardData?.getData('text')
    const area = field.current
    if (!source || !area || event.defaultPrevented) return
    const root = area.getRootNode() as ShadowRoot
    const { activeElement: focused } = root
    if (focused !== area) {
      if (focused ? focused.matches('input, textarea') : document.activeElement !== document.body) return
      area.focus()
      // While a dialog is open, the field behind it cannot get the focus.
      if (root.activeElement !== area) return
    }
    if (take(source, focused === area)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
