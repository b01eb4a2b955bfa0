import { useAppContext } from '../../../context/app-context.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import type { SavedContact } from '../../../data/contact.ts'
import { rightLabel } from '../../../data/rights.ts'
import { useUnsavedChanges } from '../../../forms/use-unsaved-changes.ts'
import { Button } from '../../../parts/button.tsx'
import { EmailText } from '../../../parts/email-text.tsx'
import { Fieldset } from '../../../parts/fields/form.tsx'
import { FocusedHeading } from '../../../parts/focused-heading.tsx'
import { type TableColumn, DataTable } from '../../../parts/lists/data-table.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { type Text, useText } from '../../../texts/texts.ts'
import { nameIn } from '../detail/contact-form-texts.ts'
import { type CheckedPastedRow, emailIn, rightIn, type PastedCheck } from './pasted-check.ts'
import { CellField, PastedResult, SalutationCell } from './pasted-result.tsx'
import { type PastedContacts, type PastedRows, usePastedRows } from './use-pasted-rows.ts'
import '../../../parts/lists/shared-line.css'
import './pasted-preview.css'

interface PastedPreviewProps extends PastedContacts {
  /** Called to go back to the empty field, for another table. */
  onAgain: () => void
  /** Called when the person is done, with the first contact that was created. */
  onCreated: (first: SavedContact) => void
  onClose: () => void
}

/** Shows each row with its faults, the faulty rows first, where a person can correct them; later with its result. */
export function PastedPreview({ onAgain, onCreated, onClose, ...pasted }: PastedPreviewProps) {
  const text = useText()
  const { saveStatus } = useAppContext()
  const { table, check } = pasted
  const rows = usePastedRows(pasted)
  const { created, ready, refused, waiting, isDone, sending } = rows
  const left = refused.length + waiting.length
  const { leaveBy } = useUnsavedChanges(left + ready.length > 0)
  const counts = countsOf(rows, text, useBackendFeature('access'))

  function finish() {
    const saved = created.flatMap(({ row }) => row.result?.saved ?? [])
    const [first] = saved
    const pvaids = saved.flatMap(({ pvaid }) => pvaid ?? [])
    saveStatus.set({ message: counts, resource: 'contact', rows: pvaids })
    if (first) onCreated(first)
    else onClose()
  }

  return (
    <div className="kc-pasted">
      <FocusedHeading key={String(isDone)} level={2}>
        {text(isDone ? 'bulkContacts.result' : 'bulkContacts.preview')}
      </FocusedHeading>
      {!isDone && table.ignored.length > 0 && <Notice>{ignoredOf(table, text)}</Notice>}
      {!isDone && table.isProposed && <Notice>{text('bulkContacts.proposed')}</Notice>}
      {!isDone && <CommonCells check={check} rows={rows} />}
      <output>{counts}</output>
      {isDone && (
        <div className="kc-form-actions">
          <Button kind="primary" onClick={finish}>
            {text('bulkContacts.done')}
          </Button>
          {left > 0 && <Button onClick={rows.correct}>{text('bulkContacts.correct', { count: left })}</Button>}
        </div>
      )}
      <div className={table.isProposed ? 'kc-pasted-rows kc-proposed' : 'kc-pasted-rows'}>
        <DataTable
          caption={text('bulkContacts.preview')}
          columns={useColumns(pasted, rows)}
          rows={isDone ? created : rows.ordered}
          keyOf={({ row }) => row.line}
          isSaved={({ state }) => state === 'created'}
        />
      </div>
      {!isDone && (
        <div className="kc-form-actions">
          <Button kind="primary" busy={sending} inactive={ready.length === 0} onClick={rows.create}>
            {ready.length > 0 ? text('bulkContacts.createCount', { count: ready.length }) : text('bulkContacts.create')}
          </Button>
          <Button disabled={sending} onClick={() => void leaveBy(onAgain)}>
            {text('bulkContacts.again')}
          </Button>
          <Button kind="plain" onClick={() => void leaveBy(onClose)}>
            {text('action.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Says what is left out: all unknown columns of a table; the first few unknown texts of lines, since each line may have
 * others.
 */
function ignoredOf({ isProposed, ignored }: PastedContacts['table'], text: Text): string {
  if (!isProposed) return text('bulkContacts.ignored', { columns: ignored.join(', ') })
  const more = ignored.length > maxNamed ? ' …' : ''
  return text('bulkContacts.dropped', { parts: ignored.slice(0, maxNamed).join(', ') + more })
}

const maxNamed = 5

/** Says how many contacts were created, are ready, wait for the values for all rows, or need a correction. */
function countsOf({ created, refused, waiting, ready }: PastedRows, text: Text, mailsAccess: boolean): string {
  const counted = (name: keyof typeof states | 'mailed', count: number) =>
    text(`bulkContacts.${name}${count === 1 ? 'One' : 'Count'}`, { count })
  const states = { created, ready, waiting, refused }
  const shown = (['created', 'ready', 'waiting', 'refused'] as const).filter((name) => states[name].length > 0)
  const parts = (shown.length > 0 ? shown : (['ready'] as const)).map((name) => counted(name, states[name].length))
  // The count of waiting rows begins in lower case, and may be the first one.
  const sentence = parts.join(', ').replace(/^./u, (first) => first.toUpperCase())
  const sent = ready.length > 0 ? ready : created
  const mailed = sent.filter(({ values }) => rightIn(values) !== 'none').length
  return `${sentence}.${mailsAccess && mailed > 0 ? ` ${counted('mailed', mailed)}` : ''}`
}

interface CommonCellsProps {
  check: PastedCheck
  rows: PastedRows
}

function CommonCells({ check, rows: { asked, common, sending, changeCommon } }: CommonCellsProps) {
  const text = useText()
  if (asked.length === 0) return null
  return (
    <Fieldset legend={text('bulkContacts.common')}>
      {asked.map(({ name }) => (
        <CellField
          key={name}
          label={check.labelOf(name)}
          hint={name === 'salutation' ? text('bulkContacts.ungreeted') : undefined}
          disabled={sending}
          options={check.optionsOf(name)}
          cell={common[name] ?? ''}
          value={common[name] ?? ''}
          onChange={(cell) => changeCommon(name, cell)}
        />
      ))}
    </Fieldset>
  )
}

function useColumns({ check, table }: PastedContacts, rows: PastedRows): TableColumn<CheckedPastedRow>[] {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const { sending, change, remove } = rows
  const common = { check, locked: sending, onChange: change }
  const hasSalutation = check.fields.some(({ name }) => name === 'salutation')
  const columns: (TableColumn<CheckedPastedRow> | false)[] = [
    { id: 'line', header: text('bulkContacts.line'), cell: ({ row }) => row.line },
    { id: 'name', header: text('contacts.name'), cell: nameCell, card: 'line' },
    { id: 'email', header: text('contacts.email'), cell: emailCell, card: table.isProposed ? 'line' : 'shared' },
    // People of a list share the right that is asked for all.
    !table.isProposed && {
      id: 'rights',
      header: text('contacts.rights'),
      cell: ({ values }) => text(rightLabel(rightIn(values), extended)),
      card: 'shared'
    },
    hasSalutation && {
      id: 'salutation',
      header: check.labelOf('salutation'),
      cell: (checked) => <SalutationCell {...common} checked={checked} />,
      card: 'line'
    },
    {
      id: 'result',
      header: text('bulkContacts.result'),
      cell: (checked) => <PastedResult {...common} columns={table.columns} onRemove={remove} checked={checked} />,
      card: 'line'
    }
  ]
  return columns.filter((column) => column !== false)
}

const nameCell = ({ values }: CheckedPastedRow) =>
  [values['title'], nameIn(values), values['postNominalTitle']].filter(Boolean).join(' ') || '–'

// A card's cell is a box of columns, which the parts of an address are not.
const emailCell = ({ values }: CheckedPastedRow) => (
  <span>
    <EmailText>{emailIn(values) || '–'}</EmailText>
  </span>
)
