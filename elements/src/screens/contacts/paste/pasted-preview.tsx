import { useEffect, useEffectEvent } from 'react'
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
import { emailIn, rightIn, type PastedCheck } from './pasted-check.ts'
import { awaitedValues, CellField, PastedResult, type PastedResultProps } from './pasted-result.tsx'
import {
  type CheckedOpenRow,
  isCreated,
  isFaulty,
  type PastedContacts,
  type PastedRows,
  usePastedRows
} from './use-pasted-rows.ts'
import '../../../parts/lists/shared-line.css'
import './pasted-preview.css'

interface PastedPreviewProps extends PastedContacts {
  /** Called to go back to the empty field, for another table. */
  onAgain: () => void
  /** Called after all contacts were created, with the first of them. */
  onCreated: (first: SavedContact) => void
  onClose: () => void
}

/** Shows each row with its faults, the faulty rows first, where a person can correct them; later with its result. */
export function PastedPreview({ onAgain, onCreated, onClose, ...pasted }: PastedPreviewProps) {
  const text = useText()
  const { saveStatus } = useAppContext()
  const { table, check } = pasted
  const rows = usePastedRows(pasted)
  const { waiting, ready, sending } = rows
  const { leaveBy } = useUnsavedChanges(waiting.length > 0)
  const counts = countsOf(rows, text, useBackendFeature('access'))
  const columns = useColumns(check, rows)

  const finish = useEffectEvent(() => {
    const [first] = rows.created
    if (!first) return
    saveStatus.set({ message: counts, resource: 'contact', row: first.pvaid })
    onCreated(first)
  })
  const isDone = !sending && waiting.length === 0
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])

  return (
    <div className="kc-pasted">
      <FocusedHeading level={2}>{text('bulkContacts.preview')}</FocusedHeading>
      {table.ignored.length > 0 && <Notice>{ignoredOf(table, text)}</Notice>}
      {table.isProposed && <Notice>{text('bulkContacts.proposed')}</Notice>}
      <CommonCells check={check} rows={rows} />
      <output>{counts}</output>
      <div className="kc-pasted-rows">
        <DataTable
          caption={text('bulkContacts.preview')}
          columns={columns}
          rows={rows.ordered}
          keyOf={({ row }) => row.line}
          isSaved={isCreated}
        />
      </div>
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
    </div>
  )
}

/**
 * Says what is left out: all unknown columns of a table; the first few unknown texts of lines, since each line may have
 * others.
 */
function ignoredOf({ isProposed, ignored }: PastedContacts['table'], text: Text): string {
  if (!isProposed) return text('bulkContacts.ignored', { columns: ignored.join(', ') })
  const more = ignored.length > mostNamed ? ' …' : ''
  return text('bulkContacts.dropped', { parts: ignored.slice(0, mostNamed).join(', ') + more })
}

const mostNamed = 5

/**
 * Says how many contacts were created, are ready, wait for the values that are asked once for all rows, or need a
 * correction.
 */
function countsOf({ checked, waiting, ready, missing }: PastedRows, text: Text, mailsAccess: boolean): string {
  const counted = (name: 'created' | 'ready' | 'waiting' | 'refused' | 'mailed', count: number) =>
    text(`bulkContacts.${name}${count === 1 ? 'One' : 'Count'}`, { count, fields: awaitedValues(missing, text) })
  const created = checked.filter(isCreated)
  const refused = waiting.filter((one) => isFaulty(one, missing))
  const counts = {
    created: created.length,
    ready: ready.length,
    waiting: waiting.length - ready.length - refused.length,
    refused: refused.length
  }
  const shown = (['created', 'ready', 'waiting', 'refused'] as const).filter((name) => counts[name] > 0)
  const sentence = (shown.length > 0 ? shown : (['ready'] as const))
    .map((name) => counted(name, counts[name]))
    .join(', ')
  const mailed = (waiting.length > 0 ? ready : created).filter(({ values }) => rightIn(values) !== 'none').length
  return mailsAccess && mailed > 0 ? `${sentence}. ${counted('mailed', mailed)}` : `${sentence}.`
}

interface CommonCellsProps {
  check: PastedCheck
  rows: PastedRows
}

function CommonCells({ check, rows: { asked, common, ungreeted, sending, changeCommon } }: CommonCellsProps) {
  const text = useText()
  if (asked.length === 0) return null
  const greeted = text(`bulkContacts.ungreeted${ungreeted === 1 ? 'One' : 'Count'}`, { count: ungreeted })
  return (
    <Fieldset legend={text('bulkContacts.common')}>
      {asked.map(({ name }) => (
        <CellField
          key={name}
          label={check.labelOf(name)}
          hint={name === 'salutation' && ungreeted > 0 ? greeted : undefined}
          required={name !== 'webshopRights' && (name !== 'salutation' || ungreeted > 0)}
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

function useColumns(check: PastedCheck, rows: PastedRows): TableColumn<CheckedOpenRow>[] {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const { missing, sending, change, remove } = rows
  return [
    { id: 'line', header: text('bulkContacts.line'), cell: ({ row }) => row.line },
    { id: 'name', header: text('contacts.name'), cell: nameCell, card: 'line' },
    { id: 'email', header: text('contacts.email'), cell: emailCell, card: 'shared' },
    {
      id: 'rights',
      header: text('contacts.rights'),
      cell: ({ values }) => text(rightLabel(rightIn(values), extended)),
      card: 'shared'
    },
    resultColumn(text('bulkContacts.result'), { check, missing, locked: sending, onChange: change, onRemove: remove })
  ]
}

const nameCell = ({ values }: CheckedOpenRow) =>
  [values['title'], nameIn(values), values['postNominalTitle']].filter(Boolean).join(' ') || '–'

const emailCell = ({ values }: CheckedOpenRow) => <EmailText>{emailIn(values) || '–'}</EmailText>

function resultColumn(header: string, common: Omit<PastedResultProps, 'checked'>): TableColumn<CheckedOpenRow> {
  const cell = (checked: CheckedOpenRow) => <PastedResult {...common} checked={checked} />
  return { id: 'result', header, card: 'line', cell }
}
