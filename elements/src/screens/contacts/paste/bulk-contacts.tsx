import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
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
  /** Called when the person is done, with the first contact that was created, which the list shows. */
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
  if (!table) return <PasteForm check={check} onTable={setTable} onClose={close.onClose} />
  return <PastedPreview {...close} table={table} check={check} existing={existing} onAgain={() => setTable(null)} />
}

interface PasteFormProps extends Pick<BulkContactsProps, 'onClose'> {
  check: PastedCheck
  onTable: (table: PastedTable) => void
}

function PasteForm({ check, onTable, onClose }: PasteFormProps) {
  const text = useText()
  const { pasted, error, type, paste, read, readFile } = usePastedText(check, onTable)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { leaveBy } = useUnsavedChanges(pasted.trim() !== '')
  // Nobody has to click into the field before pasting.
  useEffect(() => area.current?.focus({ preventScroll: true }), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    read(pasted)
  }

  return (
    <div className="kc-paste">
      <p>{text('bulkContacts.intro')}</p>
      <Button
        kind="plain"
        onClick={() =>
          saveFile(
            templateOf(
              text('bulkContacts.template'),
              check.fields.map(({ name }) => check.labelOf(name))
            )
          )
        }
      >
        {text('bulkContacts.saveTemplate')}
      </Button>
      <Form onSubmit={submit}>
        <TextArea
          ref={area}
          label={text('bulkContacts.rows')}
          rows={8}
          spellCheck={false}
          value={pasted}
          error={error}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
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

/** Keeps the text that somebody types or pastes, and reads it or a file as a table; `error` says why there is none. */
function usePastedText({ fields, columns, optionsOf }: PastedCheck, onTable: (table: PastedTable) => void) {
  const text = useText()
  const [pasted, setPasted] = useState('')
  const [error, setError] = useState<string>()
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

  function paste(event: ClipboardEvent) {
    const source = event.clipboardData.getData('text')
    const table = pasted === '' ? tableOf(source) : null
    // A single row may be the first of several that somebody copies one by one.
    if (!table || table.rows.length < 2) return
    event.preventDefault()
    read(source, table)
  }

  async function readFile(picked: File | undefined) {
    setError(undefined)
    if (!picked) return
    if (picked.size > maxBytes) return setError(text('bulkContacts.tooLarge'))
    // The file may have been moved since it was picked.
    const bytes = await picked.arrayBuffer().catch(() => null)
    if (bytes) read(decodeText(new Uint8Array(bytes)))
    else setError(text('bulkContacts.unreadable'))
  }
  return { pasted, error, type, paste, read, readFile }
}

/** Returns a file with the titles that Excel opens with a double click: it has the mark of UTF-8, and semicolons. */
function templateOf(name: string, titles: readonly string[]) {
  const line = titles.map((title) => `"${title.replaceAll('"', '""')}"`).join(';')
  return { name: `${name}.csv`, blob: new Blob([`\u{FEFF}${line}\r\n`], { type: 'text/csv;charset=utf-8' }) }
}
