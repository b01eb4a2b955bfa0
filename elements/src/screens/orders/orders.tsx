import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { orders } from '../../data/order.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { OrderTable } from './order-table.tsx'

/** The company's orders with their events and participants (section 2, Orders screen). */
export default function Orders() {
  const text = useText()
  return (
    <>
      <h1>{text('orders.heading')}</h1>
      <OrderList />
    </>
  )
}

function OrderList() {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery(orders(useCenter()))
  if (data?.length === 0) return <EmptyState message={text('orders.empty')} />
  if (data) return <OrderTable rows={data} />
  if (!error) return <Skeleton rows={6} />
  return (
    <LoadFailed
      message={text('orders.failed')}
      reason={sentenceOf(error, '')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
