import { useCallback, useState } from 'react'
import { allContactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import type { ListedContact } from '../../../data/contact.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow, ContactFormField, PastedCheck } from './pasted-check.ts'
import { type OpenRow, twinFields } from './pasted-result.tsx'
import type { PastedRow, PastedTable } from './pasted-rows.ts'
import { usePastedCreation } from './use-pasted-creation.ts'

export interface PastedContacts {
  table: PastedTable
  check: PastedCheck
  existing: readonly ListedContact[]
}

export type CheckedOpenRow = CheckedPastedRow<OpenRow>

export type PastedRows = ReturnType<typeof usePastedRows>

/** Checks the rows while somebody corrects them, and creates contacts from those without a fault. */
export function usePastedRows({ table, check, existing }: PastedContacts) {
  const [common, setCommon] = useState<PastedRow['cells']>(
    table.isProposed ? { webshopRights: String(Right.contact) } : {}
  )
  const [rows, setRows] = useState<readonly OpenRow[]>(() =>
    table.rows.map((row) => ({ ...row, open: [], isProposed: table.isProposed, result: null }))
  )
  // The contacts that existed before; the new ones are rows of the table.
  const [before] = useState(existing)
  // All rows are checked together, in the table's order.
  const checked = check.check(
    rows.map((row) => ({ ...row, cells: withCommon(row.cells, common) })),
    before
  )
  const asked = commonFields(table, check)
  const missing = asked.flatMap(({ name }) => (common[name] ? [] : name))
  const update = useCallback(
    (line: number, part: (row: OpenRow) => Partial<OpenRow>) =>
      setRows((all) => all.map((row) => (row.line === line ? { ...row, ...part(row) } : row))),
    []
  )
  const change = useCallback(
    (line: number, name: ContactFieldName, cell: string, open: OpenRow['open']) =>
      update(line, ({ cells }) => ({ cells: { ...cells, [name]: cell }, open, result: null })),
    [update]
  )
  const remove = useCallback((removed: number) => setRows((all) => all.filter(({ line }) => line !== removed)), [])
  const { sending, create } = usePastedCreation(check.fields, (line, result) =>
    update(line, () => (result.state === 'refused' ? { result, open: table.columns } : { result }))
  )
  const { order, sortAnew } = useOrder(() => faultsFirst(checked, missing), sending)
  const waiting = checked.filter((one) => !isCreated(one))
  const ready = waiting.filter(({ row, problems }) => problems.length === 0 && row.result === null)
  return {
    common,
    /** The fields that are asked once for all rows, and those of them without a value. */
    asked,
    missing,
    /** The number of rows that get the salutation for all rows. */
    ungreeted: rows.filter(({ cells, result }) => !cells['salutation'] && result?.state !== 'created').length,
    checked,
    /** The rows without a contact so far, and those of them without a fault. */
    waiting,
    ready,
    /** The contacts that were created, in the order of the table. */
    created: rows.flatMap(({ result }) => result?.saved ?? []),
    ordered: order.flatMap((line) => checked.find(({ row }) => row.line === line) ?? []),
    sending,
    create: () => void create(ready).then(sortAnew),
    change,
    changeCommon: (name: ContactFieldName, cell: string) => {
      setCommon({ ...common, [name]: cell })
      setRows((all) => all.map((row) => (row.result?.state === 'refused' ? { ...row, result: null } : row)))
    },
    remove
  }
}

/** Keeps the order until a round has ended: a row that is being corrected stays where it is. */
function useOrder(sort: () => readonly number[], sending: boolean) {
  const [order, setOrder] = useState(sort)
  const [isSorted, setSorted] = useState(true)
  if (!isSorted && !sending) {
    setSorted(true)
    setOrder(sort())
  }
  return { order, sortAnew: () => setSorted(false) }
}

export const isCreated = ({ row }: CheckedOpenRow) => row.result?.state === 'created'

/** Tells whether a row has a fault that the fields for all rows cannot correct. */
export const isFaulty = ({ row, problems }: CheckedOpenRow, missing: readonly ContactFieldName[]) =>
  row.result !== null || problems.some(({ name }) => name === null || !missing.includes(name))

/**
 * Returns the fields that are asked once for all rows: salutation and required fields that the table does not have, and
 * the right if the table is a list of addresses.
 */
function commonFields(table: PastedTable, check: PastedCheck): readonly ContactFormField[] {
  const isAsked = (name: ContactFieldName, required: boolean) => {
    if (table.columns.includes(name) || twinFields.includes(name)) return false
    if (name === 'webshopRights') return table.isProposed
    return name === 'salutation' || (required && allContactFields[name].kind === 'text')
  }
  return check.fields.filter(({ name, required }) => isAsked(name, required))
}

/** Returns the lines in their order: rows with a fault, then rows without one, then rows whose contact is created. */
function faultsFirst(checked: readonly CheckedOpenRow[], missing: readonly ContactFieldName[]): readonly number[] {
  const rank = (one: CheckedOpenRow) => {
    if (isCreated(one)) return 2
    return isFaulty(one, missing) ? 0 : 1
  }
  return checked.toSorted((one, other) => rank(one) - rank(other)).map(({ row }) => row.line)
}

function withCommon(cells: PastedRow['cells'], common: PastedRow['cells']): PastedRow['cells'] {
  const own = Object.entries(cells).filter(([name, cell]) => cell !== '' || !common[name])
  return { ...common, ...Object.fromEntries(own) }
}
