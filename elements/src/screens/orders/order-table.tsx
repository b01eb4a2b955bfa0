import type { Order } from '@customer-center/contract/order'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import { OrderRows } from './order-rows.tsx'
import css from './order-table.css?inline'

addStyles(css)

/** Order number, order date and orderer; below each order its events. */
export function OrderTable({ rows }: { rows: readonly Order[] }) {
  const text = useText()
  return (
    <table className="kc-orders" part="table">
      <caption className="kc-hidden">{text('orders.heading')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('orders.no')}</th>
          <th scope="col">{text('orders.date')}</th>
          <th scope="col">{text('orders.orderer')}</th>
        </tr>
      </thead>
      {rows.map((order, index) => (
        <OrderRows key={`${order.no}-${index}`} order={order} />
      ))}
    </table>
  )
}
