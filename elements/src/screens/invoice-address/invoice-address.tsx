import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { mayCall } from '@customer-center/contract/endpoint'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { useSaveStatus, type AppContext, useAppContext } from '../../context/app-context.ts'
import { addresseeOf, type ListedInvoiceAddress, invoiceAddresses } from '../../data/invoice-address.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { useRowDetail } from '../../forms/use-row-detail.ts'
import { Button } from '../../parts/button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import type { YearSection } from '../../parts/lists/by-year.ts'
import { type TableColumn, DataTable } from '../../parts/lists/data-table.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText } from '../../parts/lists/marked-text.tsx'
import { RowButton } from '../../parts/lists/row-button.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { ScreenSkeleton, Skeleton } from '../../parts/skeleton.tsx'
import { type Text, useText } from '../../texts/texts.ts'
import { InvoiceAddressForm } from './invoice-address-form.tsx'
import '../../parts/lists/shared-line.css'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoiceAddresses(app))

const newAddress = 'new'

/** Renders the customer's invoice addresses: their list, or in its place the form of an address. */
export default function InvoiceAddress() {
  const text = useText()
  const app = useAppContext()
  const { session, config } = app
  const mayChange = mayCall(saveInvoiceAddress, session.profile?.right ?? 'none', config.routeRights)
  const { detail, row, query, moved, open, openRow, close } = useRowDetail({
    list: invoiceAddresses(app),
    idOf: ({ address }) => address.no,
    mayOpen: mayChange,
    others: mayChange ? [newAddress] : [],
    unknown: text('invoiceAddress.none')
  })
  const [opened, setOpened] = useState<OpenedAddress | null>(null)
  if (detail === null) {
    return (
      <InvoiceAddressList
        moved={moved}
        mayChange={mayChange}
        opened={opened}
        onAdd={() => {
          setOpened('new')
          open(newAddress)
        }}
        onOpen={(next) => {
          const { no } = next.address
          setOpened(no === null ? null : { no })
          openRow(next)
        }}
      />
    )
  }
  const loading = <Skeleton rows={6} />
  return (
    <>
      <FocusedHeading key={`heading of ${detail}`} first={!moved}>
        {text('invoiceAddress.heading')}
      </FocusedHeading>
      {row || detail === newAddress ? (
        <InvoiceAddressForm
          key={detail}
          listed={row}
          onSaved={(no) => {
            if (no !== null) setOpened({ no })
            close({ unguarded: true })
          }}
          onCancel={() => close()}
        />
      ) : (
        <QueryState query={query} failed={text('invoiceAddress.failed')} skeleton={loading}>
          {() => loading}
        </QueryState>
      )}
    </>
  )
}

interface InvoiceAddressListProps {
  /** Whether the list has replaced a form. */
  moved: boolean
  mayChange: boolean
  opened: OpenedAddress | null
  onAdd: () => void
  onOpen: (address: ListedInvoiceAddress) => void
}

const noDate = () => null
const addressTexts = ({ address: one }: ListedInvoiceAddress) => [
  addresseeOf(one),
  one.name2,
  one.street,
  one.plz,
  one.place
]

function InvoiceAddressList({ moved, mayChange, opened, onAdd, onOpen }: InvoiceAddressListProps) {
  const text = useText()
  const query = useQuery(invoiceAddresses(useAppContext()))
  const heading = text('invoiceAddress.list')
  const focusOnce = useFocusOnce()
  return (
    <>
      <ScreenHeader heading={<FocusedHeading first={!moved}>{heading}</FocusedHeading>}>
        {mayChange && (
          <Button kind="primary" ref={opened === 'new' ? focusOnce : undefined} onClick={onAdd}>
            {text('invoiceAddress.add')}
          </Button>
        )}
      </ScreenHeader>
      <QueryState
        query={query}
        failed={text('invoiceAddress.failed')}
        skeleton={<ScreenSkeleton route="mydata/invoiceaddress" />}
        empty={<EmptyScreen route="mydata/invoiceaddress" message={text('invoiceAddress.empty')} />}
      >
        {(rows) => (
          <LongList
            list={heading}
            rows={rows}
            textsOf={addressTexts}
            countOf={(found, all) => countText(text, 'invoiceAddress', found.length, all.length)}
            dateOf={noDate}
            hasYears={false}
          >
            {(sections) => (
              <InvoiceAddressTable
                sections={sections}
                opened={opened}
                focusOnce={focusOnce}
                onOpen={mayChange ? onOpen : null}
              />
            )}
          </LongList>
        )}
      </QueryState>
    </>
  )
}

/** Returns a ref that focuses the first button that it gets. */
function useFocusOnce(): (button: HTMLButtonElement | null) => void {
  const done = useRef(false)
  return useCallback((button) => {
    if (!button || done.current) return
    done.current = true
    // The focus moves after the effect of the heading, which takes it first.
    setTimeout(() => button.focus())
  }, [])
}

/** The control that gets the focus back: the row of the address with this number, or the button for a new one. */
type OpenedAddress = { readonly no: string } | 'new'

interface InvoiceAddressTableProps {
  sections: readonly YearSection<ListedInvoiceAddress>[]
  opened: OpenedAddress | null
  focusOnce: (button: HTMLButtonElement | null) => void
  onOpen: ((address: ListedInvoiceAddress) => void) | null
}

/** Renders Name, Zusatzname, Straße and Ort of each address, and 'Bearbeiten' for people who may edit them. */
function InvoiceAddressTable({ sections, opened, focusOnce, onOpen }: InvoiceAddressTableProps) {
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
      isSaved={({ address }) => saved !== null && address.no === saved}
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
          ref={opened !== null && opened !== 'new' && listed.address.no === opened.no ? focusOnce : undefined}
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
 * Renders a text, which does not break up to a length: the names beside it are longer and break first. Renders nothing
 * for an empty text, so that a card has no empty line.
 */
function cellOf(text: string, unbroken = 0) {
  if (text === '') return null
  return (
    <span className={text.length <= unbroken ? 'kc-unbroken' : undefined}>
      <MarkedText>{text}</MarkedText>
    </span>
  )
}
