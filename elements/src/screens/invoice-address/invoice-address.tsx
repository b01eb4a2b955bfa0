import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { addresseeOf, invoiceAddresses, type ListedInvoiceAddress } from '../../data/invoice-address.ts'
import { mayCall } from '../../data/rights.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { useRowDetail } from '../../forms/use-row-detail.ts'
import { Button } from '../../parts/button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { ScreenSkeleton, Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceAddressForm } from './invoice-address-form.tsx'
import { InvoiceAddressTable, type OpenedAddress } from './invoice-address-table.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoiceAddresses(app))

const newAddress = 'new'

/** The customer's invoice addresses: their list, or the form of one of them in its place (section 2). */
export default function InvoiceAddress() {
  const text = useText()
  const app = useAppContext()
  const { session, config } = app
  const mayChange = mayCall(saveInvoiceAddress, session.profile?.right ?? 'none', config)
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
  /** The list has taken the place of a form. */
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

/** Returns a ref that focuses the first button it is given. */
function useFocusOnce(): (button: HTMLButtonElement | null) => void {
  const done = useRef(false)
  return useCallback((button) => {
    if (!button || done.current) return
    done.current = true
    // The focus moves after the effect of the heading, which takes it first.
    setTimeout(() => button.focus())
  }, [])
}
