import { useEffect } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import { delayIdle } from '../lib/idle.ts'
import { useText } from '../texts/texts.ts'
import './skeleton.css'

export interface SkeletonProps {
  /**
   * The shape of the missing content: lines of a table, cards of events or orders, fields of a form, or anything else.
   */
  shape?: 'lines' | 'cards' | 'fields' | 'blocks'
  rows?: number
}

/**
 * Renders a placeholder in the shape of the content that is being loaded; takes its space at once, visible after 200
 * ms.
 */
export function Skeleton({ shape = 'blocks', rows = 4 }: SkeletonProps) {
  const text = useText()
  useEffect(delayIdle, [])
  return (
    <output className={`kc-skeleton kc-skeleton-${shape}`} aria-label={text('state.loading')}>
      <span className="kc-hidden">{text('state.loading')}</span>
      <span className="kc-slow" aria-hidden="true">
        {text('state.slow')}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} aria-hidden="true" />
      ))}
    </output>
  )
}

const fields: SkeletonProps = { shape: 'fields', rows: 6 }

const shapes: Partial<Record<RoutePath, SkeletonProps>> = {
  'mydata/companydata': fields,
  'mydata/userprofile': fields,
  'mydata/contacts': { shape: 'lines', rows: 10 },
  'mydata/invoiceaddress': { shape: 'lines', rows: 5 },
  overview: { shape: 'cards', rows: 3 },
  scripts: { shape: 'lines', rows: 10 },
  webinars: { shape: 'lines', rows: 8 },
  orders: { shape: 'cards', rows: 5 },
  invoices: { shape: 'lines', rows: 10 },
  'confirmations/participation': { shape: 'fields', rows: 2 },
  'confirmations/education': { shape: 'fields', rows: 3 },
  'confirmations/evaluation': { shape: 'fields', rows: 4 }
}

/**
 * Renders a skeleton below a screen's heading while the screen's code and then its data are loaded, so that neither
 * moves the other.
 */
export function ScreenSkeleton({ route }: { route: RoutePath }) {
  return <Skeleton {...shapes[route]} />
}
