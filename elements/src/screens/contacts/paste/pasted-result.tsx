import { Button } from '../../../parts/button.tsx'
import { SelectField } from '../../../parts/select-field.tsx'
import { TextField } from '../../../parts/text-field.tsx'
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

interface PastedResultProps {
  checked: CheckedPastedRow<OpenRow>
  check: PastedCheck
  /** Rows are being sent. */
  locked: boolean
  onChange: (part: Partial<OpenRow>) => void
  onRemove: () => void
}

/** Shows the result of a row, or its faults with the inputs to correct them. */
export function PastedResult({
  checked: { row, values, problems },
  check: { fields, labelOf, optionsOf },
  locked,
  onChange,
  onRemove
}: PastedResultProps) {
  const text = useText()
  if (row.result?.state === 'created') return <span>{row.result.message}</span>
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
  if (shown.length === 0 && whole.length === 0) return <span>{text('bulkContacts.ready')}</span>
  return (
    <div className="kc-pasted-row">
      {whole.map(({ message }) => (
        <p key={message} className="kc-error">
          {message}
        </p>
      ))}
      {problems.length === 0 && !row.result && <p>{text('bulkContacts.ready')}</p>}
      {shown.map((name) => {
        const options = optionsOf(name)
        const cell = row.cells[name] ?? ''
        const common = {
          label: labelOf(name),
          error: problems.find((problem) => problem.name === name)?.message,
          disabled: locked,
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({ cells: { ...row.cells, [name]: target.value }, open: shown, result: null })
        }
        if (!options) return <TextField key={name} {...common} value={cell} autoComplete="off" />
        // The table's text stands there until somebody chooses a value that exists.
        const value = String(values[name] ?? '')
        const isOffered = common.error === undefined && options.some((one) => one.value === value)
        return (
          <SelectField
            key={name}
            {...common}
            options={options}
            value={isOffered ? value : ''}
            {...(!isOffered && { placeholder: text('field.choose') })}
          />
        )
      })}
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

const twinFields: readonly ContactFieldName[] = ['firstName', 'lastName', 'shopEmail', 'eMailAddress']
