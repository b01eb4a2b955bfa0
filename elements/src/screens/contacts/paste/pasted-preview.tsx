import { allContactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import { useState } from 'react'
import type { ListedContact } from '../../../data/contact.ts'
import type { FieldChoices } from '../../../data/possible-values.ts'
import { rightLabel } from '../../../data/rights.ts'
import { useAppContext } from '../../../context/app-context.ts'
import { useUnsavedChanges } from '../../../forms/use-unsaved-changes.ts'
import { Button } from '../../../parts/button.tsx'
import { type TableColumn, DataTable } from '../../../parts/lists/data-table.tsx'
import { EmailText } from '../../../parts/email-text.tsx'
import { Fieldset } from '../../../parts/fields/fieldset.tsx'
import { FocusedHeading } from '../../../parts/focused-heading.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import { type CheckedPastedRow, type ContactFormField, emailIn, rightIn } from './pasted-check.ts'
import { CellField, type OpenRow, PastedResult, type PastedResultProps, twinFields } from './pasted-result.tsx'
import type { PastedRow, PastedTable } from './pasted-rows.ts'
import type { PastedCheck } from './use-pasted-check.ts'
import { usePastedCreation } from './use-pasted-creation.ts'
import './pasted-preview.css'

interface PastedPreviewProps {
  table: PastedTable
  check: PastedCheck
  choices: FieldChoices<ContactFieldName>
  existing: readonly ListedContact[]
  /** Back to the text. */
  onAgain: () => void
  onClose: () => void
}

/** Fields that a list of addresses leaves open, row by row: the proposed names and what is asked for all rows. */
const openOfProposed: readonly ContactFieldName[] = ['salutation', 'firstName', 'lastName']

/** Shows each row with its faults, the faulty ones first, to be corrected here, and then with its result. */
export function PastedPreview({ table, check, choices, existing, onAgain, onClose }: PastedPreviewProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const [common, setCommon] = useState<PastedRow['cells']>(
    table.isProposed ? { webshopRights: String(Right.contact) } : {}
  )
  const [rows, setRows] = useState<readonly OpenRow[]>(() =>
    table.rows.map((row) => ({ ...row, open: table.isProposed ? openOfProposed : [], result: null }))
  )
  // The contacts that are there already: those made here are rows of the table.
  const [before] = useState(existing)
  // One field is checked for all rows: they are in the table's order.
  const checked = check.check(
    rows.map((row) => ({ ...row, cells: withCommon(row.cells, common) })),
    before
  )
  // The order changes after a round alone: a row that is being corrected stays where it is.
  const [order, setOrder] = useState(() => problemsFirst(checked))
  const update = (line: number, part: (row: OpenRow) => Partial<OpenRow>) =>
    setRows((all) => all.map((row) => (row.line === line ? { ...row, ...part(row) } : row)))
  const { sending, create } = usePastedCreation(check.fields, choices, (line, result) =>
    update(line, () => (result.state === 'refused' ? { result, open: table.columns } : { result }))
  )
  const [isSorted, setSorted] = useState(true)
  if (!isSorted && !sending) {
    setSorted(true)
    setOrder(problemsFirst(checked))
  }

  const asked = commonFields(table, check)
  const missing = asked.flatMap(({ name }) => (common[name] ? [] : name))
  const waiting = checked.filter((one) => !isCreated(one))
  const ready = waiting.filter(({ row, problems }) => problems.length === 0 && row.result === null)
  const mailed = ready.filter(({ values }) => rightIn(values) !== 'none').length
  const created = checked.length - waiting.length
  const { mayLeave } = useUnsavedChanges(waiting.length > 0)
  const counted = (name: 'created' | 'ready' | 'refused' | 'mailed', count: number) =>
    text(`bulkContacts.${name}${count === 1 ? 'One' : 'Count'}`, { count })
  const refused = waiting.length - ready.length
  const counts = [
    ...(created > 0 ? [counted('created', created)] : []),
    ...(ready.length > 0 || created === 0 ? [counted('ready', ready.length)] : []),
    ...(refused > 0 ? [counted('refused', refused)] : [])
  ]

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
      missing,
      locked: sending,
      onChange: (line, name, cell, open) =>
        update(line, ({ cells }) => ({ cells: { ...cells, [name]: cell }, open, result: null })),
      onRemove: (removed) => setRows((all) => all.filter(({ line }) => line !== removed))
    })
  ]
  return (
    <div className="kc-pasted">
      <FocusedHeading level={2}>{text('bulkContacts.preview')}</FocusedHeading>
      {table.ignored.length > 0 && (
        <Notice>{text('bulkContacts.ignored', { columns: table.ignored.join(', ') })}</Notice>
      )}
      {table.isProposed && <Notice>{text('bulkContacts.proposed')}</Notice>}
      <CommonCells
        fields={asked}
        check={check}
        cells={common}
        disabled={sending}
        onChange={(name, cell) => {
          setCommon({ ...common, [name]: cell })
          setRows((all) => all.map((row) => (row.result?.state === 'refused' ? { ...row, result: null } : row)))
        }}
      />
      <output>
        {`${counts.join(', ')}.`}
        {mailed > 0 && ` ${counted('mailed', mailed)}`}
      </output>
      <div className="kc-pasted-rows">
        <DataTable
          caption={text('bulkContacts.preview')}
          columns={columns}
          rows={order.flatMap((line) => checked.find(({ row }) => row.line === line) ?? [])}
          keyOf={({ row }) => row.line}
          isSaved={isCreated}
        />
      </div>
      <div className="kc-form-actions">
        {/* One button, so that the focus stays on it. */}
        <Button
          kind="primary"
          busy={sending}
          inactive={waiting.length > 0 && ready.length === 0}
          onClick={() => {
            if (waiting.length === 0) return onClose()
            void create(ready).then(() => setSorted(false))
          }}
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

const isCreated = ({ row }: CheckedPastedRow<OpenRow>) => row.result?.state === 'created'

/** Returns the lines: rows with a fault, then those that can be created, then those that are. */
function problemsFirst(checked: readonly CheckedPastedRow<OpenRow>[]): readonly number[] {
  const rank = (one: CheckedPastedRow<OpenRow>) => {
    if (isCreated(one)) return 2
    return one.problems.length > 0 || one.row.result ? 0 : 1
  }
  return checked.toSorted((one, other) => rank(one) - rank(other)).map(({ row }) => row.line)
}

function withCommon(cells: PastedRow['cells'], common: PastedRow['cells']): PastedRow['cells'] {
  const own = Object.entries(cells).filter(([name, cell]) => cell !== '' || !common[name])
  return { ...common, ...Object.fromEntries(own) }
}

interface CommonCellsProps {
  fields: readonly ContactFormField[]
  check: PastedCheck
  cells: PastedRow['cells']
  disabled: boolean
  onChange: (name: ContactFieldName, cell: string) => void
}

/** Returns what is asked once for all rows: salutation and required fields that the table does not have, and the right of addresses. */
function commonFields(table: PastedTable, check: PastedCheck): readonly ContactFormField[] {
  const isAsked = (name: ContactFieldName, required: boolean) => {
    if (table.columns.includes(name) || twinFields.includes(name)) return false
    if (name === 'webshopRights') return table.isProposed
    return name === 'salutation' || (required && allContactFields[name].kind === 'text')
  }
  return check.fields.filter(({ name, required }) => isAsked(name, required))
}

function CommonCells({ fields, check, cells, disabled, onChange }: CommonCellsProps) {
  const text = useText()
  if (fields.length === 0) return null
  return (
    <Fieldset legend={text('bulkContacts.common')}>
      {fields.map(({ name }) => (
        <CellField
          key={name}
          label={check.labelOf(name)}
          required={name !== 'webshopRights'}
          disabled={disabled}
          options={check.optionsOf(name)}
          cell={cells[name] ?? ''}
          value={cells[name] ?? ''}
          onChange={(cell) => onChange(name, cell)}
        />
      ))}
    </Fieldset>
  )
}

const emailCell = ({ values }: CheckedPastedRow) => <EmailText>{emailIn(values) || '–'}</EmailText>

interface ResultColumn extends Pick<PastedResultProps, 'check' | 'missing' | 'locked'> {
  header: string
  onChange: (line: number, ...change: Parameters<PastedResultProps['onChange']>) => void
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
        onChange={(...change) => onChange(checked.row.line, ...change)}
        onRemove={() => onRemove(checked.row.line)}
      />
    )
  }
}

function nameOf({ firstName, lastName }: CheckedPastedRow['values']): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
