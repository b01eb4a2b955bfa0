import { useState } from 'react'
import type { ListedContact } from '../../../data/contact.ts'
import type { FieldChoices } from '../../../data/possible-values.ts'
import { rightLabel } from '../../../data/rights.ts'
import { useAppContext } from '../../../context/app-context.ts'
import { useUnsavedChanges } from '../../../forms/use-unsaved-changes.ts'
import { Button } from '../../../parts/button.tsx'
import { type TableColumn, DataTable } from '../../../parts/data-table.tsx'
import { EmailText } from '../../../parts/email-text.tsx'
import { FocusedHeading } from '../../../parts/focused-heading.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useText } from '../../../texts/texts.ts'
import { addStyles } from '../../../theme/sheet.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import { type CheckedPastedRow, emailIn, rightIn } from './pasted-check.ts'
import css from './pasted-preview.css?inline'
import { type OpenRow, PastedResult } from './pasted-result.tsx'
import type { PastedTable } from './pasted-rows.ts'
import type { PastedCheck } from './use-pasted-check.ts'
import { usePastedCreation } from './use-pasted-creation.ts'

addStyles(css)

interface PastedPreviewProps {
  table: PastedTable
  check: PastedCheck
  choices: FieldChoices<ContactFieldName>
  existing: readonly ListedContact[]
  /** Back to the text. */
  onAgain: () => void
  onClose: () => void
}

/** Shows each row with its faults, to be corrected here, and then with its result. */
export function PastedPreview({ table, check, choices, existing, onAgain, onClose }: PastedPreviewProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const [rows, setRows] = useState<readonly OpenRow[]>(() =>
    table.rows.map((row) => ({ ...row, open: [], result: null }))
  )
  // The contacts that are there already: those made here are rows of the table.
  const [before] = useState(existing)
  const update = (line: number, part: Partial<OpenRow>) =>
    setRows((all) => all.map((row) => (row.line === line ? { ...row, ...part } : row)))
  const { sending, create } = usePastedCreation(check.fields, choices, (line, result) =>
    update(line, result.state === 'refused' ? { result, open: table.columns } : { result })
  )

  const checked = check.check(rows, before)
  const isCreated = ({ row }: CheckedPastedRow<OpenRow>) => row.result?.state === 'created'
  const waiting = checked.filter((one) => !isCreated(one))
  const ready = waiting.filter(({ row, problems }) => problems.length === 0 && row.result === null)
  const mailed = ready.filter(({ values }) => rightIn(values) !== 'none').length
  const created = checked.length - waiting.length
  const { mayLeave } = useUnsavedChanges(waiting.length > 0)

  async function leave(to: () => void) {
    if (await mayLeave()) to()
  }

  const columns: TableColumn<CheckedPastedRow<OpenRow>>[] = [
    { id: 'line', header: text('bulkContacts.line'), cell: ({ row }) => row.line },
    { id: 'name', header: text('contacts.name'), cell: ({ values }) => nameOf(values) || '–' },
    {
      id: 'email',
      header: text('contacts.email'),
      cell: emailCell
    },
    {
      id: 'rights',
      header: text('contacts.rights'),
      cell: ({ values }) => text(rightLabel(rightIn(values), extended))
    },
    resultColumn({
      header: text('bulkContacts.result'),
      check,
      locked: sending,
      onChange: update,
      onRemove: (removed) => setRows((all) => all.filter(({ line }) => line !== removed))
    })
  ]
  return (
    <div className="kc-pasted">
      <FocusedHeading level={2}>{text('bulkContacts.preview')}</FocusedHeading>
      {table.ignored.length > 0 && (
        <Notice>{text('bulkContacts.ignored', { columns: table.ignored.join(', ') })}</Notice>
      )}
      <output>
        {text('bulkContacts.summary', { created, ready: ready.length, refused: waiting.length - ready.length })}
        {mailed > 0 && ` ${text('bulkContacts.mailed', { count: mailed })}`}
      </output>
      <DataTable
        caption={text('bulkContacts.preview')}
        columns={columns}
        rows={checked}
        keyOf={({ row }) => row.line}
        isSaved={isCreated}
      />
      <div className="kc-form-actions">
        {/* One button, so that the focus stays on it. */}
        <Button
          kind="primary"
          busy={sending}
          inactive={waiting.length > 0 && ready.length === 0}
          onClick={() => (waiting.length > 0 ? void create(ready) : onClose())}
        >
          {waiting.length > 0 ? text('bulkContacts.create', { count: ready.length }) : text('bulkContacts.toList')}
        </Button>
        {waiting.length > 0 && (
          <>
            <Button disabled={sending} onClick={() => void leave(onAgain)}>
              {text('bulkContacts.again')}
            </Button>
            <Button kind="plain" onClick={() => void leave(onClose)}>
              {text('action.cancel')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const emailCell = ({ values }: CheckedPastedRow) => <EmailText>{emailIn(values) || '–'}</EmailText>

interface ResultColumn {
  header: string
  check: PastedCheck
  locked: boolean
  onChange: (line: number, part: Partial<OpenRow>) => void
  onRemove: (line: number) => void
}

function resultColumn({ header, onChange, onRemove, ...common }: ResultColumn): TableColumn<CheckedPastedRow<OpenRow>> {
  return {
    id: 'result',
    header,
    card: 'line',
    cell: (checked) => (
      <PastedResult
        {...common}
        checked={checked}
        onChange={(part) => onChange(checked.row.line, part)}
        onRemove={() => onRemove(checked.row.line)}
      />
    )
  }
}

function nameOf({ firstName, lastName }: CheckedPastedRow['values']): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
