import { memo } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../parts/button.tsx'
import { SelectField, type SelectOption } from '../../../parts/fields/select-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { focusHeading } from '../../../parts/focus-heading.ts'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow, PastedCheck } from './pasted-check.ts'
import type { PastedRow } from './pasted-rows.ts'
import type { RowResult } from './use-pasted-creation.ts'

export interface OpenRow extends PastedRow {
  /** Fields that are being corrected: their inputs stay when the typed text becomes valid. */
  readonly open: readonly ContactFieldName[]
  /** The row's result, until the row is changed. */
  readonly result: RowResult | null
}

export interface CheckedOpenRow extends CheckedPastedRow<OpenRow> {
  /** The problems without those of empty cells that the fields for all rows fill. */
  readonly faults: CheckedPastedRow['problems']
}

/** Tells how far a row is: `waiting` lacks only values that may come for all rows. */
export function stateOf({ row, problems, faults }: CheckedOpenRow): 'created' | 'refused' | 'waiting' | 'ready' {
  if (row.result) return row.result.state
  if (faults.length > 0) return 'refused'
  return problems.length > 0 ? 'waiting' : 'ready'
}

export interface PastedCellProps {
  checked: CheckedOpenRow
  check: PastedCheck
  /** Whether rows are being sent. */
  locked: boolean
  /** Called with the fields that are shown. */
  onChange: (line: number, name: ContactFieldName, cell: string, open: readonly ContactFieldName[]) => void
}

interface PastedResultProps extends PastedCellProps {
  /** The columns of the table, all of which a row can have corrected. */
  columns: readonly ContactFieldName[]
  onRemove: (line: number) => void
}

/** Of hundreds of rows only a changed one is drawn again. */
function isSame<Props extends PastedCellProps>({ checked, ...others }: Props, { checked: next, ...rest }: Props) {
  const names = Object.keys(others) as (keyof typeof others)[]
  return JSON.stringify(checked) === JSON.stringify(next) && names.every((name) => others[name] === rest[name])
}

/** Renders the choice of a row's salutation; of a contact that was created, its name. */
export const SalutationCell = memo(Salutation, isSame)

function Salutation({ checked, check, locked, onChange }: PastedCellProps) {
  const { row, values, faults } = checked
  const value = String(values['salutation'] ?? '')
  const options = check.optionsOf('salutation')
  if (stateOf(checked) === 'created') return options?.find((one) => one.value === value)?.label
  return (
    <CellField
      label={check.labelOf('salutation')}
      error={faults.find(({ name }) => name === 'salutation')?.message}
      disabled={locked}
      options={options}
      cell={row.cells['salutation'] ?? ''}
      value={value}
      onChange={(cell) => onChange(row.line, 'salutation', cell, row.open)}
    />
  )
}

/** Shows the result of a row, or its faults with the inputs to correct them. */
export const PastedResult = memo(Result, isSame)

function Result({ checked, check, columns, locked, onChange, onRemove }: PastedResultProps) {
  const text = useText()
  const { row, values, faults } = checked
  const state = stateOf(checked)
  if (state === 'created') return <span>{row.result?.message}</span>
  const faultOf = (name: ContactFieldName) => faults.find((one) => one.name === name)?.message
  // Most people remove a row whose contact exists already.
  const isTwin = row.open.length === 0 && faults.some(({ name }) => name === null)
  const shown = check.fields
    .map(({ name }) => name)
    .filter((name) => name !== 'salutation' && (row.open.includes(name) || (!isTwin && faultOf(name))))

  function open(button: Element) {
    const inputs = button.closest('.kc-pasted-row')
    flushSync(() => onChange(row.line, 'lastName', row.cells['lastName'] ?? '', [...columns, ...twinFields]))
    inputs?.querySelector<HTMLElement>('input, select')?.focus()
  }
  const problems = [...faults.filter(({ name }) => name === null), ...(row.result ? [row.result] : [])]
  return (
    <div className={shown.length > 0 ? 'kc-pasted-row kc-pasted-fields' : 'kc-pasted-row'}>
      {problems.map(({ message }) => (
        <p key={message} className="kc-error">
          {message}
        </p>
      ))}
      {state !== 'refused' && <p>{text(state === 'ready' ? 'bulkContacts.ready' : 'bulkContacts.waits')}</p>}
      {shown.map((name) => (
        <CellField
          key={name}
          label={check.labelOf(name)}
          error={faultOf(name)}
          disabled={locked}
          options={check.optionsOf(name)}
          cell={row.cells[name] ?? ''}
          value={String(values[name] ?? '')}
          onChange={(cell) => onChange(row.line, name, cell, shown)}
        />
      ))}
      {shown.length === 0 && (
        <Button
          kind="plain"
          disabled={locked}
          aria-label={text('bulkContacts.changeOf', { line: row.line })}
          onClick={({ currentTarget }) => open(currentTarget)}
        >
          {text('bulkContacts.change')}
        </Button>
      )}
      <Button
        kind="plain"
        disabled={locked}
        aria-label={text('bulkContacts.removeOf', { line: row.line })}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          onRemove(row.line)
        }}
      >
        {text('bulkContacts.remove')}
      </Button>
    </div>
  )
}

/**
 * Keeps the focus in the list before a row leaves it: on the same button of the next or the previous row, or on the
 * list.
 */
function focusBeside(button: Element): void {
  const row = button.closest('tr')
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap(
    (one) => one?.querySelector<HTMLElement>('.kc-pasted-row > button:last-child') ?? []
  )
  const list = button.closest<HTMLElement>('.kc-pasted')
  if (beside[0]) beside[0].focus({ preventScroll: true })
  else if (list) focusHeading(list, false)
}

interface CellFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  required?: boolean
  disabled: boolean
  options: readonly SelectOption[] | null
  /** The typed text. */
  cell: string
  /** Its value in the form. */
  value: string
  onChange: (cell: string) => void
}

/** Renders the input of one cell: a text or, where there are options, a choice. */
export function CellField({ options, cell, value, onChange, ...common }: CellFieldProps) {
  const text = useText()
  const change = ({ target }: { target: { value: string } }) => onChange(target.value)
  if (!options) return <TextField {...common} value={cell} autoComplete="off" onChange={change} />
  // The typed text stands there until somebody chooses a value that exists.
  const isOffered = common.error === undefined && options.some((one) => one.value === value)
  return (
    <SelectField
      {...common}
      options={options}
      value={isOffered ? value : ''}
      onChange={change}
      {...(!isOffered && { placeholder: text('field.choose') })}
    />
  )
}

/** Fields that tell people apart. */
export const twinFields: readonly ContactFieldName[] = ['firstName', 'lastName', 'shopEmail', 'eMailAddress']
