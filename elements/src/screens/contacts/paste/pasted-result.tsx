import { memo } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../parts/button.tsx'
import { SelectField, type SelectOption } from '../../../parts/fields/select-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { focusBeside } from '../../../parts/focus-beside.ts'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow, PastedCheck } from './pasted-check.ts'

export interface PastedCellProps {
  checked: CheckedPastedRow
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

/** Compares the props of a row, so that React draws only the changed one of hundreds again. */
function isSame<Props extends PastedCellProps>({ checked, ...others }: Props, { checked: next, ...rest }: Props) {
  const names = Object.keys(others) as (keyof typeof others)[]
  return JSON.stringify(checked) === JSON.stringify(next) && names.every((name) => others[name] === rest[name])
}

/** Renders the choice of a row's salutation; of a contact that was created, its name. */
export const SalutationCell = memo(Salutation, isSame)

function Salutation(props: PastedCellProps) {
  const { row, values, state } = props.checked
  const options = props.check.optionsOf('salutation')
  if (state === 'created') return options?.find((one) => one.value === values['salutation'])?.label
  return <RowField {...props} name="salutation" shown={row.open} />
}

/** Shows the result of a row, or its faults with the inputs to correct them. */
export const PastedResult = memo(Result, isSame)

function Result({ columns, onRemove, ...cell }: PastedResultProps) {
  const text = useText()
  const { check, locked, onChange } = cell
  const { row, faults, state } = cell.checked
  if (state === 'created') return <span>{row.result?.message}</span>
  // Most people remove a row whose contact exists already.
  const isTwin = row.open.length === 0 && faults.some(({ name }) => name === null)
  const shown = check.fields
    .map(({ name }) => name)
    .filter(
      (name) =>
        name !== 'salutation' && (row.open.includes(name) || (!isTwin && faults.some((one) => one.name === name)))
    )

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
        <RowField key={name} {...cell} name={name} shown={shown} />
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
          focusBeside(currentTarget, '.kc-pasted', '.kc-pasted-row > button:last-child')
          onRemove(row.line)
        }}
      >
        {text('bulkContacts.remove')}
      </Button>
    </div>
  )
}

interface RowFieldProps extends PastedCellProps {
  name: ContactFieldName
  shown: readonly ContactFieldName[]
}

function RowField({ name, shown, checked: { row, values, faults }, check, locked, onChange }: RowFieldProps) {
  return (
    <CellField
      label={check.labelOf(name)}
      error={faults.find((one) => one.name === name)?.message}
      disabled={locked}
      options={check.optionsOf(name)}
      cell={row.cells[name] ?? ''}
      value={String(values[name] ?? '')}
      onChange={(cell) => onChange(row.line, name, cell, shown)}
    />
  )
}

interface CellFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
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
