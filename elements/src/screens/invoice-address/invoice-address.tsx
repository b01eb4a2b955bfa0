import type { QueryClient } from '@tanstack/react-query'
import type { AppContext } from '../../context/app-context.ts'
import { useState } from 'react'
import { useDetail } from '../../context/use-detail.ts'
import { invoiceAddresses, type ListedInvoiceAddress } from '../../data/invoice-address.ts'
import { InvoiceAddressForm } from './invoice-address-form.tsx'
import { InvoiceAddressList } from './invoice-address-list.tsx'
import type { OpenedAddress } from './invoice-address-table.tsx'

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
