import type { Route } from '@customer-center/contract/routes'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'

const fields: SkeletonProps = { shape: 'fields', rows: 6 }

const shapes: Partial<Record<Route, SkeletonProps>> = {
  'mydata/companydata': fields,
  'mydata/userprofile': fields,
  'mydata/contacts': { shape: 'lines', rows: 10 },
  'mydata/invoiceaddress': { shape: 'lines', rows: 5 },
  scripts: { shape: 'cards', rows: 5 },
  webinars: { shape: 'lines', rows: 8 },
  orders: { shape: 'cards', rows: 5 },
  invoices: { shape: 'lines', rows: 10 },
  'confirmations/participation': { shape: 'fields', rows: 2 },
  'confirmations/education': { shape: 'fields', rows: 3 },
  'confirmations/evaluation': { shape: 'fields', rows: 4 }
}

/** Shown below a screen's heading while its code and then its data are loaded, so that neither moves the other. */
export function ScreenSkeleton({ route }: { route: Route }) {
  return <Skeleton {...shapes[route]} />
}
