import { memo } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../parts/button.tsx'
import { SelectField, type SelectOption } from '../../../parts/fields/select-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { focusHeading } from '../../../parts/focus-heading.ts'
import { type Text, useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow, PastedCheck } from './pasted-check.ts'
import type { PastedRow } from './pasted-rows.ts'
import type { RowResult } from './use-pasted-creation.ts'

export interface OpenRow extends PastedRow {
  /** Fields that are being corrected: their inputs stay when the typed text becomes valid. */
  readonly open: readonly ContactFieldName[]
  /** Whether the names are proposals. */
  readonly isProposed: boolean
  /** The row's result, until the row is changed. */
  readonly result: RowResult | null
}

export interface PastedResultProps {
  checked: CheckedPastedRow<OpenRow>
  check: PastedCheck
  /** The fields that all rows share and that have no value yet: the row has no fault because of them. */
  missing: readonly ContactFieldName[]
  /** Whether rows are being sent. */
  locked: boolean
  /** Called with the fields that are shown. */
  onChange: (line: number, name: ContactFieldName, cell: string, open: readonly ContactFieldName[]) => void
  onRemove: (line: number) => void
}

/**
 * Shows the result of a row, or its faults with the inputs to correct them. Of hundreds of rows only a changed one is
 * drawn again.
 */
export const PastedResult = memo(
  Result,
  ({ checked, missing, ...others }, { checked: nextChecked, missing: nextMissing, ...next }) =>
    JSON.stringify([checked, missing]) === JSON.stringify([nextChecked, nextMissing]) &&
    (['check', 'locked', 'onChange', 'onRemove'] as const).every((name) => others[name] === next[name])
)

function Result({
  checked,
  check: { fields, labelOf, optionsOf },
  missing,
  locked,
  onChange,
  onRemove
}: PastedResultProps) {
  const text = useText()
  const { row, values } = checked
  const names = fields.map(({ name }) => name)
  const ofTwin = names.filter((name) => twinFields.includes(name))
  const { problems, whole, isClosed, shown } = faultsOf(checked, names, missing)
  if (row.result?.state === 'created') return <span>{row.result.message}</span>
  const isRight = checked.problems.length === 0
  const ready = text(isRight ? 'bulkContacts.ready' : 'bulkContacts.waits', { fields: awaitedValues(missing, text) })
  if (isRight && shown.length === 0 && whole.length === 0 && !isClosed) return <span>{ready}</span>

  // Without a valid address the other faults of a row mean nothing: the names were proposed from it.
  const faultyEmail = isClosed && emailFields.find((name) => problems.some((one) => one.name === name))
  const [fault] = isClosed ? problems : []
  const closed = faultyEmail
    ? text(values[faultyEmail] === '' ? 'bulkContacts.noEmail' : 'bulkContacts.badEmail')
    : fault?.name && text('form.error', { label: labelOf(fault.name), message: fault.message })

  function open(button: Element) {
    const inputs = button.closest('.kc-pasted-row')
    const [first = 'lastName'] = ofTwin
    const proposed = proposedFields.filter((name) => name === 'salutation' || row.cells[name])
    flushSync(() => onChange(row.line, first, row.cells[first] ?? '', [...(row.isProposed ? proposed : []), ...ofTwin]))
    inputs?.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    <div className={shown.length > 0 ? 'kc-pasted-row kc-pasted-fields' : 'kc-pasted-row'}>
      {whole.map(({ message }) => (
        <p key={message} className="kc-error">
          {message}
        </p>
      ))}
      {closed && <p className="kc-error">{closed}</p>}
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
          onChange={(cell) => onChange(row.line, name, cell, shown)}
        />
      ))}
      <RowButtons line={row.line} locked={locked} onRemove={() => onRemove(row.line)} onOpen={isClosed ? open : null} />
    </div>
  )
}

interface RowButtonsProps extends Pick<PastedResultProps, 'locked'> {
  line: number
  onRemove: () => void
  /** Opens the fields of a closed row; null where they are open. */
  onOpen: ((button: Element) => void) | null
}

function RowButtons({ line, locked, onRemove, onOpen }: RowButtonsProps) {
  const text = useText()
  return (
    <>
      <Button
        kind="plain"
        disabled={locked}
        aria-label={text('bulkContacts.removeOf', { line })}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          onRemove()
        }}
      >
        {text('bulkContacts.remove')}
      </Button>
      {onOpen && (
        <Button
          kind="plain"
          disabled={locked}
          aria-label={text('bulkContacts.changeOf', { line })}
          onClick={({ currentTarget }) => onOpen(currentTarget)}
        >
          {text('bulkContacts.change')}
        </Button>
      )}
    </>
  )
}

/**
 * Returns the faults of a row's fields and of the whole row, and the fields in which to correct them. The fields are
 * closed in a row whose contact exists already.
 */
function faultsOf(
  { row, problems: all }: CheckedPastedRow<OpenRow>,
  names: readonly ContactFieldName[],
  missing: readonly ContactFieldName[]
) {
  const problems = all.filter(({ name }) => name === null || !missing.includes(name))
  const ofRow = problems.filter(({ name }) => name === null)
  // Most people remove a row whose contact exists already, and only look through proposed names.
  const isClosed = (ofRow.length > 0 || row.isProposed) && row.open.length === 0 && !row.result
  const isShown = (name: ContactFieldName) => row.open.includes(name) || problems.some((one) => one.name === name)
  const shown = isClosed ? [] : names.filter(isShown)
  return { problems, whole: [...ofRow, ...(row.result ? [row.result] : [])], isClosed, shown }
}

/** Returns a text about the values for which rows without a fault of their own still wait. */
export function awaitedValues(missing: readonly ContactFieldName[], text: Text): string {
  const isSalutation = missing.length === 1 && missing[0] === 'salutation'
  return text(isSalutation ? 'bulkContacts.salutation' : 'bulkContacts.commonFields')
}

/**
 * Keeps the focus in the list before a row leaves it: on the same button of the next or the previous row, or on the
 * list.
 */
function focusBeside(button: Element): void {
  const row = button.closest('tr')
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap(
    (one) => one?.querySelector<HTMLElement>('.kc-pasted-row > button') ?? []
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

/** Fields besides the names that lines without titles may have. */
const proposedFields = ['salutation', 'title', 'postNominalTitle'] as const

const emailFields: readonly ContactFieldName[] = ['shopEmail', 'eMailAddress']

/** Fields that tell people apart. */
export const twinFields: readonly ContactFieldName[] = ['firstName', 'lastName', ...emailFields]
