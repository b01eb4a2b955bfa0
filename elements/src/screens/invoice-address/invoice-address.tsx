import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useDetail } from '../../context/use-detail.ts'
import { addresseeOf, invoiceAddresses, type ListedInvoiceAddress } from '../../data/invoice-address.ts'
import { mayCall } from '../../data/rights.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { Button } from '../../parts/button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceAddressForm } from './invoice-address-form.tsx'
import { InvoiceAddressTable, type OpenedAddress } from './invoice-address-table.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoiceAddresses(app))

/** The customer's invoice addresses: their list, or the form of one of them in its place (section 2). */
export default function InvoiceAddress() {
  const { item, open, close } = useDetail<ListedInvoiceAddress | 'new'>()
  const [opened, setOpened] = useState<OpenedAddress | null>(null)
  if (item) {
    return (
      <InvoiceAddressForm
        listed={item === 'new' ? null : item}
        onSaved={(no) => {
          if (no !== null) setOpened({ no })
          close({ unguarded: true })
        }}
        onCancel={() => close()}
      />
    )
  }
  return (
    <InvoiceAddressList
      opened={opened}
      onOpen={(next) => {
        const no = next === 'new' ? null : next.address.no
        setOpened(no === null ? 'new' : { no })
        open(next)
      }}
    />
  )
}

interface InvoiceAddressListProps {
  opened: OpenedAddress | null
  onOpen: (address: ListedInvoiceAddress | 'new') => void
}

const noDate = () => null
const addressTexts = ({ address: one }: ListedInvoiceAddress) => [
  addresseeOf(one),
  one.name2,
  one.street,
  one.plz,
  one.place
]

export function InvoiceAddressList({ opened, onOpen }: InvoiceAddressListProps) {
  const text = useText()
  const app = useAppContext()
  const { session, config } = app
  const query = useQuery(invoiceAddresses(app))
  const mayChange = mayCall(saveInvoiceAddress, session.profile?.right ?? 'none', config)
  const heading = text('invoiceAddress.list')
  const focusOnce = useFocusOnce()
  return (
    <>
      <ScreenHeader
        heading={opened === null ? <h1 part="heading">{heading}</h1> : <FocusedHeading>{heading}</FocusedHeading>}
      >
        {mayChange && (
          <Button kind="primary" ref={opened === 'new' ? focusOnce : undefined} onClick={() => onOpen('new')}>
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
