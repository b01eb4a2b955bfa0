import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface FieldsProps {
  /** What stands in them is being saved: until that is done they take no input, which would be lost with it. */
  saving?: boolean
  children: ReactNode
}

/** The fields of a {@link Form}, side by side where there is room. */
export function Fields({ saving = false, children }: FieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (saving && fields.current ? lock(fields.current) : undefined), [saving])
  return (
    <div ref={fields} className="kc-fields">
      {children}
    </div>
  )
}

/**
 * `inert` holds for drop-downs and boxes too, which have no readonly, and unlike `disabled` keeps the look. It throws the focus out, so the
 * focus waits on the button that turns its wheel, from before it would be thrown until it can go back.
 */
function lock(fields: HTMLElement): () => void {
  const root = fields.getRootNode() as Document | ShadowRoot
  const before = root.activeElement
  const held = before instanceof HTMLElement && fields.contains(before) ? before : null
  const button = fields.closest('form')?.querySelector<HTMLElement>('[type=submit]')
  if (held) button?.focus({ preventScroll: true })
  fields.inert = true
  return () => {
    fields.inert = false
    if (root.activeElement === button) held?.focus({ preventScroll: true })
  }
}
