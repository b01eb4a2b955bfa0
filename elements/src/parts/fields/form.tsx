import { type ReactNode, useLayoutEffect, useRef, type ComponentProps } from 'react'
import './form.css'

/**
 * Renders a form without the browser's validation, which shows its messages in the browser's language and outside of
 * the element.
 */
export function Form(form: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...form} className="kc-form" part="form" noValidate />
}

/** Renders fields of a form that belong together, below their common legend. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="kc-fieldset" part="fieldset">
      <legend part="legend">{legend}</legend>
      <div className="kc-fields">{children}</div>
    </fieldset>
  )
}

interface FieldsProps {
  /** Whether the values are being saved: input during that time would be lost, so there is none. */
  saving?: boolean
  children: ReactNode
}

/** Renders the fields of a {@link Form}, side by side where there is room. */
export function Fields({ saving = false, children }: FieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (saving && fields.current ? lockFields(fields.current) : undefined), [saving])
  return (
    <div ref={fields} className="kc-fields">
      {children}
    </div>
  )
}

/**
 * Makes the fields inert, which unlike readonly works for drop-downs and checkboxes, and unlike `disabled` keeps the
 * look. The focus would be lost, so it is on the submit button until it can return.
 */
function lockFields(fields: HTMLElement): () => void {
  const root = fields.getRootNode() as Document | ShadowRoot
  const before = root.activeElement
  const focused = before instanceof HTMLElement && fields.contains(before) ? before : null
  const button = fields.closest('form')?.querySelector<HTMLElement>('[type=submit]')
  if (focused) button?.focus({ preventScroll: true })
  fields.inert = true
  return () => {
    fields.inert = false
    if (root.activeElement === button) focused?.focus({ preventScroll: true })
  }
}
