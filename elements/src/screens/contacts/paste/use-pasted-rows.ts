import { useCallback, useState } from 'react'
import { allContactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import type { ListedContact } from '../../../data/contact.ts'
import type { ContactFieldName } from '../detail/contact-validators.ts'
import type { CheckedPastedRow, ContactFormField, OpenRow, PastedCheck } from './pasted-check.ts'
import { twinFields } from './pasted-result.tsx'
import type { PastedRow, PastedTable } from './pasted-rows.ts'
import { usePastedCreation } from './use-pasted-creation.ts'

export interface PastedContacts {
  table: PastedTable
  check: PastedCheck
  existing: readonly ListedContact[]
}

export type PastedRows = ReturnType<typeof usePastedRows>

/** Checks the rows while somebody corrects them, and creates contacts from those without a fault. */
export function usePastedRows({ table, check, existing }: PastedContacts) {
  const [common, setCommon] = useState<PastedRow['cells']>(
    table.isProposed ? { webshopRights: String(Right.contact) } : {}
  )
  const [rows, setRows] = useState<readonly OpenRow[]>(() =>
    table.rows.map((row) => ({ ...row, open: [], result: null }))
  )
  // The contacts that existed before; the new ones are rows of the table.
  const [before] = useState(existing)
  const asked = commonFields(table, check)
  // All rows are checked together, in the table's order.
  const filled = rows.map((row) => ({ ...row, cells: withCommon(row.cells, common) }))
  const checked = check.check(filled, before, asked)
  const inState = (...states: readonly CheckedPastedRow['state'][]) =>
    checked.filter(({ state }) => states.includes(state))
  // The order stays until a round has ended: a row that is being corrected stays where it is.
  const faultsFirst = () => [...inState('refused'), ...inState('waiting', 'ready')].map(({ row }) => row.line)
  const [order, setOrder] = useState(faultsFirst)
  const [isOver, setOver] = useState(false)

  const update = useCallback((line: number, part: Partial<OpenRow>) => {
    setRows((all) => all.map((row) => (row.line === line ? { ...row, ...part } : row)))
  }, [])
  const change = useCallback((line: number, name: ContactFieldName, cell: string, open: OpenRow['open']) => {
    setOver(false)
    setRows((all) =>
      all.map((row) =>
        row.line === line ? { ...row, cells: { ...row.cells, [name]: cell }, open, result: null } : row
      )
    )
  }, [])
  const { sending, create } = usePastedCreation(check.fields, (line, result) =>
    update(line, result.state === 'refused' ? { result, open: table.columns } : { result })
  )
  const ready = inState('ready')
  const created = inState('created')
  return {
    common,
    /** The fields that are asked once for all rows. */
    asked,
    refused: inState('refused'),
    waiting: inState('waiting'),
    ready,
    created,
    /** Whether a round has ended after which nothing can be created before somebody corrects it. */
    isDone: isOver && !sending && created.length > 0 && ready.length === 0,
    ordered: order.flatMap((line) => checked.find(({ row }) => row.line === line) ?? []),
    sending,
    create: () => void create(ready).then(() => setOver(true)),
    /** Goes on with the rows that are not created. */
    correct: () => {
      setOver(false)
      setOrder(faultsFirst)
    },
    change,
    changeCommon: (name: ContactFieldName, cell: string) => {
      setCommon({ ...common, [name]: cell })
      setRows((all) => all.map((row) => (row.result?.state === 'refused' ? { ...row, result: null } : row)))
    },
    remove: useCallback((removed: number) => setRows((all) => all.filter(({ line }) => line !== removed)), [])
  }
}

/**
 * Returns the fields that are asked once for all rows: the salutation if some row has none, required fields that the
 * table does not have, and the right if the table is a list of addresses.
 */
function commonFields(table: PastedTable, check: PastedCheck): readonly ContactFormField[] {
  const isAsked = (name: ContactFieldName, required: boolean) => {
    if (name === 'salutation') return table.rows.some(({ cells }) => !cells[name])
    if (table.columns.includes(name) || twinFields.includes(name)) return false
    if (name === 'webshopRights') return table.isProposed
    return required && allContactFields[name].kind === 'text'
  }
  return check.fields.filter(({ name, required }) => isAsked(name, required))
}

/** Fills the empty cells of a row alone. */
function withCommon(cells: PastedRow['cells'], common: PastedRow['cells']): PastedRow['cells'] {
  const own = Object.entries(cells).filter(([name, cell]) => cell !== '' || !common[name])
  return { ...common, ...Object.fromEntries(own) }
}
