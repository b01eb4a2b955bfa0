import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import './dialog.css'

interface ModalDialogProps extends ComponentProps<'dialog'> {
  className: string
  /** Called for Escape, which does not close the dialog. */
  onEscape?: () => void
}

/** Renders a modal dialog inside the element, which is open as long as it is rendered. */
export function ModalDialog({ className, onEscape, ...props }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    // The dialog's code may arrive after the page has removed the element.
    if (element?.isConnected) element.showModal()
    // Only a dialog that is closed before React removes the node returns the focus to where it was.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      part="dialog"
      className={`kc-dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onEscape?.()
      }}
      {...props}
    />
  )
}
