import { Button } from '../../../parts/button.tsx'
import { SelectField, type SelectOption } from '../../../parts/fields/select-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow } from './pasted-check.ts'
import type { PastedRow } from './pasted-rows.ts'
import type { PastedCheck } from './use-pasted-check.ts'
import type { RowResult } from './use-pasted-creation.ts'

export interface OpenRow extends PastedRow {
  /** Fields that are being corrected: their inputs stay while the typed text becomes right. */
  readonly open: readonly ContactFieldName[]
  /** The row's result, until the row is changed. */
  readonly result: RowResult | null
}

export interface PastedResultProps {
  checked: CheckedPastedRow<OpenRow>
  check: PastedCheck
  /** The fields that all rows share and that have no value yet: the row has no fault because of them. */
  missing: readonly ContactFieldName[]
  /** Rows are being sent. */
  locked: boolean
  /** Called with the fields that are shown. */
  onChange: (name: ContactFieldName, cell: string, open: readonly ContactFieldName[]) => void
  onRemove: () => void
}

/** Shows the result of a row, or its faults with the inputs to correct them. */
export function PastedResult({
  checked: { row, values, problems: all },
  check: { fields, labelOf, optionsOf },
  missing,
  locked,
  onChange,
  onRemove
}: PastedResultProps) {
  const text = useText()
  if (row.result?.state === 'created') return <span>{row.result.message}</span>
  const problems = all.filter(({ name }) => name === null || !missing.includes(name))
  const ready = all.length === 0 ? text('bulkContacts.ready') : text('bulkContacts.waits')
  const isTwin = problems.some(({ name }) => name === null)
  const shown = fields
    .map(({ name }) => name)
    .filter(
      (name) =>
        row.open.includes(name) ||
        problems.some((problem) => problem.name === name) ||
        (isTwin && twinFields.includes(name))
    )
  const whole = [...problems.filter(({ name }) => name === null), ...(row.result ? [row.result] : [])]
  if (shown.length === 0 && whole.length === 0 && all.length === 0) return <span>{ready}</span>
  return (
    <div className="kc-pasted-row">
      {whole.map(({ message }) => (
        <p key={message} className="kc-error">
          {message}
        </p>
      ))}
      {problems.length === 0 && !row.result && <p>{ready}</p>}
      {shown.map((name) => (
        <CellField
          key={name}
          label={labelOf(name)}
          error={problems.find((problem) => problem.name === name)?.message}
          disabled={locked}
          options={optionsOf(name)}
          cell={row.cells[name] ?? ''}
          value={String(values[name] ?? '')}
          onChange={(cell) => onChange(name, cell, shown)}
        />
      ))}
      <Button
        kind="plain"
        disabled={locked}
        aria-label={text('bulkContacts.removeOf', { line: row.line })}
        onClick={onRemove}
      >
        {text('bulkContacts.remove')}
      </Button>
    </div>
  )
}

interface CellFieldProps {
  label: string
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

/** The fields that tell people apart. */
export const twinFields: readonly ContactFieldName[] = ['firstName', 'lastName', 'shopEmail', 'eMailAddress']
