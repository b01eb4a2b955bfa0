import type { Id } from '@customer-center/contract/field-codes'
import { useSaveStatus } from '../../context/app-context.ts'
import { addresseeOf, type ListedInvoiceAddress } from '../../data/invoice-address.ts'
import { isSameId } from '../../data/row-fields.ts'
import type { YearSection } from '../../lib/year-sections.ts'
import { type TableColumn, DataTable } from '../../parts/lists/data-table.tsx'
import { MarkedText } from '../../parts/lists/marked-text.tsx'
import { RowButton } from '../../parts/lists/row-button.tsx'
import { type Text, useText } from '../../texts/texts.ts'
import '../../parts/lists/shared-line.css'

/** The control that gets the focus back: the row of the address with this number, or the button for a new one. */
export type OpenedAddress = { readonly no: Id } | 'new'

interface InvoiceAddressTableProps {
  sections: readonly YearSection<ListedInvoiceAddress>[]
  opened: OpenedAddress | null
  focusOnce: (button: HTMLButtonElement | null) => void
  onOpen: ((address: ListedInvoiceAddress) => void) | null
}

/** Renders Name, Zusatzname, Straße and Ort of each address, and 'Bearbeiten' for people who may edit them. */
export function InvoiceAddressTable({ sections, opened, focusOnce, onOpen }: InvoiceAddressTableProps) {
  const text = useText()
  const status = useSaveStatus()
  const saved = status?.resource === 'invoice-address' ? status.row : null
  const columns: TableColumn<ListedInvoiceAddress>[] = [
    {
      id: 'name',
      header: text('invoiceAddress.column.name'),
      cell: ({ address }) => cellOf(addresseeOf(address) || '–'),
      card: 'line'
    },
    {
      id: 'name2',
      header: text('invoiceAddress.column.name2'),
      cell: ({ address }) => cellOf(address.name2 ?? ''),
      card: 'line'
    },
    {
      id: 'street',
      header: text('invoiceAddress.column.street'),
      cell: ({ address }) => cellOf(address.street ?? '', shortText),
      card: 'shared'
    },
    {
      id: 'place',
      header: text('invoiceAddress.column.place'),
      cell: ({ address }) => cellOf([address.plz, address.place].filter(Boolean).join(' '), shortText),
      card: 'shared'
    }
  ]
  return (
    <DataTable
      caption={text('invoiceAddress.list')}
      columns={onOpen ? [...columns, editColumn({ text, opened, focusOnce, onOpen })] : columns}
      sections={sections}
      isSaved={({ address }) => saved !== null && isSameId(address.no, saved)}
      keyOf={({ address: { company, id, no } }) => `${company}-${id}-${no}`}
    />
  )
}

type EditColumn = { text: Text } & Pick<InvoiceAddressTableProps, 'opened' | 'focusOnce' | 'onOpen'>

function editColumn({ text, opened, focusOnce, onOpen }: EditColumn): TableColumn<ListedInvoiceAddress> {
  return {
    id: 'edit',
    header: text('invoiceAddress.edit'),
    actions: true,
    // A save without the number might create the address once more.
    cell: (listed) =>
      listed.address.no !== null && (
        <RowButton
          icon="edit"
          ref={opened !== null && opened !== 'new' && isSameId(listed.address.no, opened.no) ? focusOnce : undefined}
          aria-label={text('invoiceAddress.editOf', { name: addresseeOf(listed.address) }).trim()}
          onClick={() => onOpen?.(listed)}
        >
          {text('invoiceAddress.edit')}
        </RowButton>
      )
  }
}

const shortText = 24

/**
 * Renders a text, which does not break up to a length: the names beside it are longer and break first. Nothing where it is
 * empty, so that a card has no empty line.
 */
function cellOf(text: string, unbroken = 0) {
  if (text === '') return null
  return (
    <span className={text.length <= unbroken ? 'kc-unbroken' : undefined}>
      <MarkedText>{text}</MarkedText>
    </span>
  )
}
