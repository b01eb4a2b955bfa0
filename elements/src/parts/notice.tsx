import type { ReactNode } from 'react'
import './notice.css'

export interface NoticeProps {
  tone?: 'info' | 'warning' | 'danger'
  children: ReactNode
  /** Buttons at the end, which stay together. */
  action?: ReactNode
}

/**
 * Renders a message in the page's flow. Screen readers announce warnings and failures at once, information when they
 * are idle.
 */
export function Notice({ tone = 'info', children, action }: NoticeProps) {
  return (
    <div className={`kc-notice kc-${tone}`} part={`notice notice-${tone}`} role={tone === 'info' ? 'status' : 'alert'}>
      <div>{children}</div>
      {action && <div className="kc-notice-actions">{action}</div>}
    </div>
  )
}
