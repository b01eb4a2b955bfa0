import { exportOrders } from '@customer-center/contract/order'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { orders } from '../../data/order.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ExportButton } from '../../forms/export-button.tsx'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/screen-skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { OrderTable } from './order-table.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(orders(app))

/** The company's orders with their events and participants (section 2, Orders screen). */
export default function Orders() {
  const text = useText()
  const query = useQuery(orders(useAppContext()))
  return (
    <>
      <ScreenHeader heading={<h1>{text('orders.heading')}</h1>}>
        {!query.error && query.data?.length !== 0 && <ExportButton kind="csv" endpoint={exportOrders} />}
      </ScreenHeader>
      <QueryState
        query={query}
        failed={text('orders.failed')}
        skeleton={<ScreenSkeleton route="orders" />}
        empty={<EmptyScreen route="orders" message={text('orders.empty')} />}
      >
        {(rows) => <OrderTable rows={rows} />}
      </QueryState>
    </>
  )
}
