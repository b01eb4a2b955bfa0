import type { ReactNode } from 'react'
import './badge.css'

export interface BadgeProps {
  /** `working` is not finished, `failed` needs attention. The words say the same. */
  tone: 'working' | 'failed' | 'done'
  children: ReactNode
}

/** Renders the state of a row in a word or two. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`kc-badge kc-${tone}`}>{children}</span>
}
